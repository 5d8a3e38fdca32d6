/** Runs a vector of each kind with the exports of the package. Throws a difference. */
export const RUNS: Readonly<Record<string, (billwire: object, vector: object) => void>>;

/** Body of a vector. */
export function bodyOf(vector: object): Uint8Array<ArrayBuffer>;
