// Random numbers that are the same for the same seed (sfc32).

export function randomFrom(seed) {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, seed >>> 0, 1];
  const bits = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 16; i++) bits();

  const fraction = () => bits() / 2 ** 32;
  const fineFraction = () => ((bits() >>> 5) * 2 ** 26 + (bits() >>> 6)) / 2 ** 53;
  return {
    /** A whole number; the range may be as wide as 2^53. */
    integer: (first, last) => first + Math.floor(fineFraction() * (last - first + 1)),
    chance: (probability) => fraction() < probability,
    pick: (list) => list[Math.floor(fraction() * list.length)],
    shuffled(list) {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const other = Math.floor(fraction() * (i + 1));
        [copy[i], copy[other]] = [copy[other], copy[i]];
      }
      return copy;
    },
  };
}
