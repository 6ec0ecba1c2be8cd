/** The reason why an operation cannot be a tool, as a clause. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}
