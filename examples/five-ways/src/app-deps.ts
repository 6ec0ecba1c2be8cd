/** What every run of the library is given. */
export interface AppDeps {
  /** Who asks; the model neither sees nor sets it. */
  readonly reader: string;
}
