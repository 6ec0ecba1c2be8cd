import { HaftError } from './errors/index.js';
import { nearName } from './near-name.js';
import { kindOf, type Kind } from './require-kind.js';

/**
 * The names of all options of a function. The type makes the list complete. A name may have the
 * kind of its value instead of `true`, for `requireKinds`.
 */
export type OptionNames<Options> = Readonly<Record<keyof Options & string, true | Kind>>;

/**
 * Rejects options that do not exist, and a value that is not an object. TypeScript reports them in
 * literals, and JavaScript nowhere.
 *
 * @param owner - the receiver of the options, for the message
 * @param elsewhere - where another option belongs, by its name: 'inside `settings`'. Default: none.
 * @throws {HaftError} HAFT_INVALID_OPTION
 */
export function refuseUnknownOptions(
  owner: string,
  given: object | null,
  known: Readonly<Record<string, true | Kind | undefined>>,
  elsewhere?: ReadonlyMap<string, string>,
): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw noOptions(owner, given, known);
  for (const name in given) {
    if (!Object.hasOwn(known, name) && Object.hasOwn(given, name)) {
      throw unknownOption(owner, name, Object.keys(known), elsewhere);
    }
  }
}

function noOptions(owner: string, given: unknown, known: object): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `${owner} needs an object, and got ${kindOf(given)}.`, {
    hint: `Give an object. The options are: ${Object.keys(known).join(', ')}.`,
  });
}

function unknownOption(
  owner: string,
  name: string,
  known: readonly string[],
  elsewhere: ReadonlyMap<string, string> = new Map(),
): HaftError {
  const meant = elsewhere.has(name) ? name : nearName(name, [...known, ...elsewhere.keys()]);
  const place = meant === undefined || known.includes(meant) ? undefined : elsewhere.get(meant);
  const question = meant === undefined || meant === name ? '' : `Did you mean '${meant}'? `;
  const guess = place === undefined ? question : `${question}Write '${meant}' ${place}. `;
  return new HaftError('HAFT_INVALID_OPTION', `${owner} does not have the option '${name}'.`, {
    hint: `${guess}The options are: ${known.join(', ')}.`,
  });
}
