/** True where both types are the very same. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Takes nothing but `true`: `proven<Equal<A, B>>()` does not compile where they differ. */
export function proven<_Claim extends true>(): void {}
