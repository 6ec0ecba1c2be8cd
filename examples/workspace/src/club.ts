/** The club. The application provides the value. */
export class Club {
  /** @param members names in lower case */
  constructor(readonly members: readonly string[]) {}
}
