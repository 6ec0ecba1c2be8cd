/*
 * Projects on TypeScript 6 and 7 have options that our copy does not know. Reading types needs none
 * of them exactly. So each is mapped to the newest known value, or left out, with an information
 * line. An option that is not in this table stays an error.
 */

interface NewerOption {
  /** The replacement. Undefined leaves the option out. */
  readonly instead: unknown;
}

type RawOptions = Record<string, unknown>;

/** An option that was mapped. */
export interface MappedOption {
  readonly option: string;
  readonly value: string;
  readonly instead: string | undefined;
}

const NEWER_TARGETS = /^es20(2[5-9]|[3-9]\d)$/i;
const NEWER_LIBS = /^(es20(2[5-9]|[3-9]\d)(\..*)?|esnext\.(date|temporal|typedarrays))$/i;
const LEFT_OUT = new Set([
  ...['ignoredeprecations', 'stabletypeordering', 'deduplicatepackages'],
  ...['checkers', 'builders', 'singlethreaded', 'pprofdir', 'quiet'],
]);

/** Replaces the options of a parsed tsconfig file that are newer than our TypeScript. */
export function mapNewerOptions(config: { compilerOptions?: unknown }): readonly MappedOption[] {
  const options = config.compilerOptions;
  if (typeof options !== 'object' || options === null) return [];
  const mapped: MappedOption[] = [];
  for (const [option, value] of Object.entries(options)) {
    if (Array.isArray(value) && option.toLowerCase() === 'lib') {
      (options as RawOptions)[option] = value.map((one) => mapLib(one, mapped));
      continue;
    }
    const newer = newerOption(option, value);
    if (newer === undefined) continue;
    mapped.push({ option, value: String(value), instead: newer.instead as string | undefined });
    if (newer.instead === undefined) Reflect.deleteProperty(options, option);
    else (options as RawOptions)[option] = newer.instead;
  }
  return mapped;
}

function newerOption(option: string, value: unknown): NewerOption | undefined {
  const name = option.toLowerCase();
  if (name === 'target' && typeof value === 'string' && NEWER_TARGETS.test(value)) return { instead: 'ESNext' };
  if (LEFT_OUT.has(name)) return { instead: undefined };
  return undefined;
}

function mapLib(lib: unknown, mapped: MappedOption[]): unknown {
  if (typeof lib !== 'string' || !NEWER_LIBS.test(lib)) return lib;
  mapped.push({ option: 'lib', value: lib, instead: 'ESNext' });
  return 'ESNext';
}
