/** Values of every kind, as JavaScript users pass them by mistake. */
const VALUES: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => 5,
  () => 'text',
  () => true,
  () => [],
  () => ({}),
  () => () => 1,
];
/** Options that no function has. */
const UNKNOWN = { zzz: 1 };

/** The result of functions that got wrong values. */
export interface WrongValues {
  /** The functions that failed with another error than one of Haft, with the error. */
  readonly failures: readonly string[];
  /** The functions that took an object without a known name. */
  readonly takesUnknown: readonly string[];
}

/**
 * Calls every function that a module exports with values of other kinds, as the first and as the
 * second argument. Classes are left out, because their names begin with a capital letter.
 *
 * @param except - functions that are not called
 * @param subscribers - functions that begin something for the whole process, and return its end
 */
export async function giveWrongValues(
  module: object,
  except: readonly string[] = [],
  subscribers: readonly string[] = [],
): Promise<WrongValues> {
  const failures: string[] = [];
  const takesUnknown: string[] = [];
  for (const [name, exported] of Object.entries(module)) {
    if (typeof exported !== 'function' || !/^[a-z]/.test(name) || except.includes(name)) continue;
    const given = exported as AnyFunction;
    const made = subscribers.includes(name) ? (...args: readonly unknown[]) => (given(...args) as () => void)() : given;
    const problems = new Set<string>();
    for (const first of VALUES)
      for (const second of VALUES) {
        const problem = await problemOf(made, [first(), second()]);
        if (problem !== undefined && problem !== REFUSED) problems.add(problem);
      }
    failures.push(...[...problems].map((problem) => `${name}: ${problem}`));
    if ((await problemOf(made, [UNKNOWN])) === undefined) takesUnknown.push(name);
  }
  return { failures, takesUnknown };
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

const REFUSED = 'refused';

/** Returns undefined if the values are taken, and `refused` for an error of Haft with a hint. */
async function problemOf(made: AnyFunction, args: readonly unknown[]): Promise<string | undefined> {
  try {
    await made(...args);
    return undefined;
  } catch (error) {
    const { code, hint } = error as { readonly code?: unknown; readonly hint?: unknown };
    return typeof code === 'string' && code.startsWith('HAFT_') && hint !== '' ? REFUSED : String(error);
  }
}
