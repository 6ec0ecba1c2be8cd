/** The key `haft` of a project's package.json, with the options of the command line in its place where they are given. */
export interface Settings {
  /** Absolute path of the folder of package.json. */
  readonly folder: string;
  /** Absolute path. Default: `tsconfig.json`. */
  readonly tsconfig: string;
  /** Absolute path of the generated module. Default: `src/toolsets.gen.ts`. */
  readonly out: string;
  /** Warnings are errors. */
  readonly strict: boolean;
  /** Providers whose limits the tools must keep, as written: the build says which name is none. Default: none. */
  readonly for: readonly string[];
  /** Absolute path of the built module that exports `runtime`; only `haft call` loads it. */
  readonly runtime: string | undefined;
}
