/** The first message to a child: how it serves the page. */
export interface StartMessage {
  readonly start: {
    /** The host that the browser asks, with the port. */
    readonly host: string;
    readonly token: string;
    readonly readOnly: boolean;
  };
}

/** A message to a child. */
export type ToChild =
  StartMessage | { readonly build: BuildNews } | { readonly import: string } | { readonly export: true };

/** A message of a child. */
export type FromChild = { readonly ready: number } | { readonly failed: string } | { readonly exported: string };

/** The findings of the last build. */
export interface BuildNews {
  readonly warnings: readonly BuildFinding[];
  /** The changes of the tools since the last commit, one line each. */
  readonly changes?: readonly string[];
  readonly failure?: string;
  /** Whether a source has changed since the last compiled file. */
  readonly isStale?: boolean;
}

/** A diagnostic for the page. */
export interface BuildFinding {
  readonly code: string;
  readonly message: string;
  readonly isError: boolean;
  /** Relative to the folder of the tsconfig. */
  readonly file?: string;
  readonly line?: number;
  /** The tool that it is about, as `Class.method`. */
  readonly tool?: string;
}
