/** True if both types are identical. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Accepts only `true`: `proven<Equal<A, B>>()` does not compile for different types. */
export function proven<_Claim extends true>(): void {}
