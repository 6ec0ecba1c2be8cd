import {
  HaftError,
  refuseUnknownOptions,
  requireKind,
  requireKinds,
  requireOneOf,
  type Kind,
  type OptionNames,
} from '@haft/core';
import { isObject } from '@haft/schema/basics';
import type { ArgumentLimits } from '@haft/arguments';
import type { IsolationOptions } from '../isolation/isolation-options.js';
import type { ReferenceOptions } from '../references/reference-options.js';
import type { LimitOptions } from './option-groups.js';
import type { RuntimeOptions } from './runtime-options.js';

/** The options of `createRuntime`, for functions that take them and others. */
export const RUNTIME_OPTIONS: OptionNames<RuntimeOptions & { readonly toolsets: unknown }> = {
  toolsets: true,
  provide: true,
  container: { methods: ['createScope'], name: 'a container with createScope()' },
  can: 'a function',
  prepare: 'a function',
  rankTools: 'a function',
  interceptors: true,
  cache: { methods: ['get', 'set'], name: 'a store with get() and set()' },
  references: 'an object',
  isolation: 'an object',
  limits: true,
  errors: true,
  results: true,
  people: true,
  durability: true,
  observe: true,
};

type Group = 'limits' | 'errors' | 'results' | 'people' | 'durability' | 'observe';

const GROUPS: { readonly [Name in Group]: OptionNames<NonNullable<RuntimeOptions[Name]>> } = {
  limits: { retries: true, timeoutMs: true, maxCalls: true, concurrency: 'an object', arguments: 'an object' },
  errors: { map: true, onUnexpected: true, onExhausted: true, formatter: 'a function' },
  results: { check: true, maxCharacters: true },
  people: {
    onDeferred: 'a function',
    onDeferredTimeoutMs: true,
    requestExpiryMs: true,
    showSensitive: true,
    decisionLedger: { methods: ['claim', 'release'], name: 'a ledger with claim() and release()' },
    pendingSecret: 'a string',
  },
  durability: {
    ledger: {
      methods: ['propose', 'decide', 'start', 'renew', 'settle'],
      name: 'a ledger, such as new MemoryCallLedger()',
    },
    calls: true,
    leaseMs: true,
    executor: 'a function',
  },
  observe: {
    logger: {
      methods: ['debug', 'info', 'warn', 'error'],
      name: 'a logger with debug(), info(), warn() and error(), such as console',
    },
    onEvent: 'a function',
    measureDurations: true,
    redact: true,
  },
};

/** The places of options that have other names at the top. */
const OTHER_NAMES: readonly (readonly [string, string])[] = [
  ['mapErrors', 'errors: { map }'],
  ['onUnexpectedError', 'errors: { onUnexpected }'],
  ['checkResults', 'results: { check }'],
  ['maxResultCharacters', 'results: { maxCharacters }'],
  ['ledgerCalls', 'durability: { calls }'],
];

/** The place of an option that is in a group, for the message about another place. */
export const RUNTIME_OPTION_PLACES: ReadonlyMap<string, string> = new Map(
  [
    ...Object.entries(GROUPS).flatMap(([group, names]) =>
      Object.keys(names).map((name) => [name, `${group}: { ${name} }`] as const),
    ),
    ...OTHER_NAMES,
  ].map(([name, place]) => [name, `as ${place}`]),
);

const CONCURRENCY: OptionNames<NonNullable<LimitOptions['concurrency']>> = {
  runtime: true,
  batch: true,
  background: true,
};
const ARGUMENTS: OptionNames<ArgumentLimits> = { maxCharacters: true, maxDepth: true, maxNodes: true, repair: true };
const ISOLATION: OptionNames<IsolationOptions> = { module: true, export: true, deps: true, threads: true };

const REFERENCES: OptionNames<ReferenceOptions> = {
  store: true,
  scope: true,
  ttlMs: true,
  maxCharacters: true,
  maxTotalCharacters: true,
};

/**
 * Checks the options of `createRuntime`.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireOptions(options: RuntimeOptions): void {
  refuseNoList('provide', options.provide, 'provide: [Workspace, { provide: Clock, useValue: clock }]');
  refuseNoList('interceptors', options.interceptors, 'interceptors: [logging]');
  refuseUnknownOptions('createRuntime', options, RUNTIME_OPTIONS, RUNTIME_OPTION_PLACES);
  requireKinds('createRuntime', options, RUNTIME_OPTIONS);
  for (const group of Object.keys(GROUPS) as Group[]) {
    const given = options[group];
    if (given === undefined) continue;
    refuseUnknownOptions(`createRuntime ${group}`, given, GROUPS[group], RUNTIME_OPTION_PLACES);
    for (const [name, kind] of Object.entries<true | Kind>(GROUPS[group])) {
      const value = (given as Readonly<Record<string, unknown>>)[name];
      if (kind !== true && value !== undefined) requireKind(`createRuntime ${group}.${name}`, value, kind);
    }
  }
  const { limits, errors, durability, observe, isolation = {}, references = {} } = options;
  refuseUnknownOptions('createRuntime limits.concurrency', limits?.concurrency ?? {}, CONCURRENCY);
  refuseUnknownOptions('createRuntime limits.arguments', limits?.arguments ?? {}, ARGUMENTS);
  refuseUnknownOptions('createRuntime isolation', isolation, ISOLATION);
  refuseUnknownOptions('createRuntime references', references, REFERENCES);
  const oneOf = <Value extends string>(name: string, value: Value | undefined, values: readonly Value[]): void => {
    if (value !== undefined) requireOneOf(`createRuntime ${name}`, value, values);
  };
  oneOf('errors.onUnexpected', errors?.onUnexpected, ['outcome', 'throw']);
  oneOf('errors.onExhausted', errors?.onExhausted, ['outcome', 'throw']);
  oneOf('durability.calls', durability?.calls, ['needed', 'all']);
  oneOf('references.scope', references.scope, ['run', 'user']);
  oneOf('limits.arguments.repair', limits?.arguments?.repair, ['all', 'readOnlyTools', 'never']);
  refuseNoList('errors.map', errors?.map, 'errors: { map: [mapError(NotFound, toRetry)] }');
  for (const one of (errors?.map ?? []) as readonly unknown[]) {
    if (!isObject(one) || typeof one['write'] !== 'function') throw noMapping();
  }
  refuseOtherNames(observe?.redact);
}

function noMapping(): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', 'createRuntime errors.map has a value that mapError() did not give.', {
    hint: 'Write errors: { map: [mapError(NotFoundError, (error) => new ModelRetry(error.message))] }.',
  });
}

/** Haft compares whole names of properties, so that a path or a glob would hide nothing. */
function refuseOtherNames(redact: readonly unknown[] = []): void {
  const names: readonly unknown[] = Array.isArray(redact) ? redact : [undefined];
  const other = names.findIndex((name) => typeof name !== 'string' || /^$|[*?[\]{}]|^\$?\./.test(name));
  if (other === -1) return;
  throw new HaftError('HAFT_INVALID_OPTION', `createRuntime observe.redact has ${JSON.stringify(names[other])}.`, {
    hint: 'Write a list of whole names of properties, without paths and patterns: ["iban"].',
  });
}

/** Rejects an option that is not a list. */
function refuseNoList(name: string, value: unknown, example: string): void {
  if (value === undefined || Array.isArray(value)) return;
  throw new HaftError('HAFT_INVALID_OPTION', `The option '${name}' of createRuntime is not a list.`, {
    hint: `Write ${example}.`,
  });
}
