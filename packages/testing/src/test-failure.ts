/** What a helper of this package throws when the code under test did not do what the test asked for: the message says all. */
export class TestFailure extends Error {
  override readonly name = 'TestFailure';
}
