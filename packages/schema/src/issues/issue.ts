/** The place of a value in the arguments: property names and array positions, outermost first. */
export type Path = readonly (string | number)[];

/** A problem of an argument, as data. A formatter writes the text for the model. */
export interface Issue {
  /** The place of the value. Empty for the arguments object itself. */
  readonly path: Path;
  /**
   * The broken schema keyword (`type`, `minimum`, `additionalProperties`), or the name of a rule
   * (`isEmail`).
   */
  readonly rule: string;
  /** The expected value, as a noun phrase: `an integer from 1 to 100`. */
  readonly expected: string;
  /** The received value, shortened: `500`, `"englisch"`, `an array of 3 items`, `nothing`. */
  readonly received: string;
  /** The nearest accepted value or name, without quotes: `en`. Absent if none is near. */
  readonly suggestion?: string;
  /**
   * The text of the tool's author for this problem. In the prompt, it replaces `expected` and
   * `received`.
   */
  readonly message?: string;
}
