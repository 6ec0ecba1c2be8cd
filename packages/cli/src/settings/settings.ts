import type { TokenBudget } from './token-budget.js';

/** The key `haft` of a project's package.json, overridden by options of the command line. */
export interface Settings {
  /** Absolute path of the folder of package.json. */
  readonly folder: string;
  /** Absolute path. Default: `tsconfig.json`. */
  readonly tsconfig: string;
  /** Absolute path of the generated module. Default: `src/toolsets.gen.ts`. */
  readonly out: string;
  /** Whether warnings are errors. */
  readonly strict: boolean;
  /**
   * Providers whose limits the tools must keep, as written. The build reports unknown names.
   * Default: none.
   */
  readonly for: readonly string[];
  /** Packages whose comments are texts for models. Default: none. */
  readonly comments: readonly string[];
  /** Absolute path of the built module that exports `runtime`. Only `haft call` loads it. */
  readonly runtime: string | undefined;
  /** The most tokens of tools. Only `haft check --tokens` reads it. Default: no limit. */
  readonly tokens: TokenBudget | undefined;
}
