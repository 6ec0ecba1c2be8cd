/** The dependencies of every run of the library. */
export interface AppDeps {
  /** The reader who asks. The model neither sees nor sets it. */
  readonly reader: string;
}
