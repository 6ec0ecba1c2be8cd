import { HaftError } from './errors/index.js';

/** The kind of a value: a type, or an object with methods and its name for messages. */
export type Kind =
  'a function' | 'a string' | 'an object' | 'a list' | { readonly methods: readonly string[]; readonly name: string };

/** The kinds of some options by name. `true` is any kind. */
export type Kinds<Options> = { readonly [Name in keyof Options]?: true | Kind };

/**
 * Checks the kinds of options, which JavaScript does not check. Undefined has every kind.
 *
 * @param owner - the function that got them, for the message
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireKinds<Options extends object>(owner: string, options: Options, kinds: Kinds<Options>): void {
  for (const name in options) {
    const kind = kinds[name];
    if (typeof kind !== 'boolean' && kind !== undefined && options[name] !== undefined)
      requireKind(`${owner} ${name}`, options[name], kind);
  }
}

/**
 * Checks the kind of a value.
 *
 * @param what - name for the message: `startRun onEvent`
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireKind(what: string, value: unknown, kind: Kind): void {
  if (isOfKind(value, kind)) return;
  throw new HaftError('HAFT_INVALID_OPTION', `${what} is ${kindOf(value)}.`, {
    hint: `Give ${typeof kind === 'string' ? kind : kind.name}.`,
  });
}

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === 'a function') return typeof value === 'function';
  if (kind === 'a string') return typeof value === 'string';
  if (kind === 'a list') return Array.isArray(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return (
    kind === 'an object' || kind.methods.every((name) => typeof (value as Record<string, unknown>)[name] === 'function')
  );
}

/** Returns the kind of a value for a message. It does not show the value, which may be secret. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function '${value.name}'`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
