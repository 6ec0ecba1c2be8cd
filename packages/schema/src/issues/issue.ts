/** Where a value stands inside the arguments: property names and array positions, outermost first. */
export type Path = readonly (string | number)[];

/** One problem of one argument, as data. The formatter of the run time makes the model's text of it. */
export interface Issue {
  /** Empty for the arguments object itself. */
  readonly path: Path;
  /** The schema keyword that said no (`type`, `minimum`, `additionalProperties`, ...), or the name of a rule (`isEmail`). */
  readonly rule: string;
  /** What was asked for, as a noun phrase: `an integer from 1 to 100`. */
  readonly expected: string;
  /** What came, shortened: `500`, `"englisch"`, `an array of 3 items`, `nothing`. */
  readonly received: string;
  /** The nearest accepted value or name, where one is near: `en`. Without quotes. */
  readonly suggestion?: string;
  /** A text that the author of the tool wrote for this problem; it replaces `expected` and `received` in the prompt. */
  readonly message?: string;
}
