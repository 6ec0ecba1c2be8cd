/** The end of a guard's step that no guard refused. It never leaves this package. */
const PASSED = Object.freeze({ passed: true });

/** Ends a step behind the guards. */
export function pass(): never {
  // Not an error: it is created for every call and carries nothing.
  // eslint-disable-next-line @typescript-eslint/only-throw-error
  throw PASSED;
}

/** Returns whether a step ended behind the guards. */
export function isPassed(error: unknown): boolean {
  return error === PASSED;
}
