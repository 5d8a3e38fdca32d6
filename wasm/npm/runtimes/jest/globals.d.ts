// The parts of @types/jest that typed.test.ts uses.
declare function test(name: string, work: () => unknown, timeout?: number): void;
declare function expect(value: unknown): { toThrow(pattern: RegExp): void };
