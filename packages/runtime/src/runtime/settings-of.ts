import { requireCount } from '@haft/core';
import { DEFAULT_ARGUMENT_LIMITS } from '@haft/arguments/internal';
import type { RuntimeSettings } from '../call/runtime-settings.js';
import { defaultLogger } from '../events/default-logger.js';
import { guardedLogger } from '../events/guarded-logger.js';
import { MemoryLedger, type DecisionLedger } from '../ledger/decision-ledger.js';
import type { RuntimeOptions } from './runtime-options.js';

/**
 * Adds the defaults to the options of a runtime.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` for a number that cannot be
 */
export function settingsOf(options: RuntimeOptions): RuntimeSettings {
  const { limits = {}, errors = {}, results = {}, people = {}, observe = {} } = options;
  const redactedKeys = new Set((observe.redact ?? USUAL_SECRETS).map((key) => key.toLowerCase()));
  return {
    limits: {
      retries: count('limits.retries', limits.retries ?? 2, 0),
      timeoutMs: count('limits.timeoutMs', limits.timeoutMs ?? 30_000),
      maxCalls: limits.maxCalls === undefined ? Infinity : count('limits.maxCalls', limits.maxCalls, 0),
      concurrency: concurrencyOf(limits.concurrency),
      arguments: { ...DEFAULT_ARGUMENT_LIMITS, ...limits.arguments, secretNames: redactedKeys },
    },
    errors: {
      map: errors.map ?? [],
      onUnexpected: errors.onUnexpected ?? 'outcome',
      onExhausted: errors.onExhausted ?? 'outcome',
      formatter: errors.formatter,
    },
    results: {
      check: results.check ?? process.env['NODE_ENV'] !== 'production',
      maxCharacters: count('results.maxCharacters', results.maxCharacters ?? 100_000),
    },
    people: peopleOf(people, options.durability?.ledger?.decisions),
    observe: {
      logger: observe.logger === undefined ? defaultLogger : guardedLogger(observe.logger),
      onEvent: observe.onEvent,
      measureDurations: observe.measureDurations ?? false,
      redactedKeys,
    },
  };
}

function concurrencyOf({
  runtime = 50,
  batch = 10,
  background = 10,
}: NonNullable<NonNullable<RuntimeOptions['limits']>['concurrency']> = {}): RuntimeSettings['limits']['concurrency'] {
  return {
    runtime: count('limits.concurrency.runtime', runtime),
    batch: count('limits.concurrency.batch', batch),
    background: count('limits.concurrency.background', background, 0),
  };
}

function peopleOf(
  people: NonNullable<RuntimeOptions['people']>,
  decisions: DecisionLedger | undefined,
): RuntimeSettings['people'] {
  const { onDeferred, onDeferredTimeoutMs, pendingSecret } = people;
  return {
    onDeferred,
    onDeferredTimeoutMs:
      onDeferredTimeoutMs === undefined ? undefined : count('people.onDeferredTimeoutMs', onDeferredTimeoutMs),
    requestExpiryMs: count('people.requestExpiryMs', people.requestExpiryMs ?? DAY_MS),
    showSensitive: people.showSensitive ?? false,
    decisionLedger: people.decisionLedger ?? decisions ?? new MemoryLedger(),
    pendingSecret,
  };
}

function count(name: string, value: number, minimum = 1): number {
  return requireCount(`createRuntime ${name}`, value, minimum);
}

const DAY_MS = 24 * 60 * 60 * 1000;
const USUAL_SECRETS = [
  ...['password', 'passphrase', 'secret', 'token', 'authorization', 'cookie'],
  ...['accessToken', 'access_token', 'refreshToken', 'refresh_token', 'apiKey', 'api_key'],
  ...['privateKey', 'private_key', 'clientSecret', 'client_secret'],
];
