import { loadPart } from './load-part.js';

/** A file of a package that is imported when it is first needed. */
export class LazyFile<Exports> {
  /** Undefined until the file is loaded. */
  loaded: Exports | undefined = undefined;
  private loading: Promise<Exports> | undefined = undefined;

  constructor(private readonly importFile: () => Promise<Exports>) {}

  /**
   * Loads the file. Callers at the same time wait for the same import.
   *
   * @throws {HaftError} HAFT_PART_MISSING if the file cannot be loaded
   */
  load(): Promise<Exports> {
    return (this.loading ??= loadPart(this.importFile).then(
      (loaded) => (this.loaded = loaded),
      (error: unknown) => {
        this.loading = undefined;
        throw error;
      },
    ));
  }
}
