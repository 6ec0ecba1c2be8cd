/**
 * The error of a helper of this package, if the code under test did not do what the test expected.
 * The message has all details.
 */
export class TestFailure extends Error {
  /** Always `TestFailure`. */
  override readonly name = 'TestFailure';
}
