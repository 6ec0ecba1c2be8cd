import { HaftError, type OptionNames, refuseUnknownOptions, requireOneOf } from '@haft/core';
import { CALL_STATES, type PendingFilter, type PendingOwner, ROW_KINDS } from '@haft/runtime';

/**
 * Refuses an owner that would not limit a key: with another name, or without a value, such as a
 * claim that the session does not have.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function refuseOwner(owner: PendingOwner): void {
  refuseUnknownOptions('The owner of a call', owner, OWNER);
  requireTexts('The owner of a call', owner);
}

/**
 * Refuses a filter that would list other calls than it says.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function refuseFilter(filter: PendingFilter): void {
  refuseUnknownOptions('pending.list', filter, FILTER);
  const { states = [], kind, limit: _limit, olderThanMs: _age, contents: _contents, ...texts } = filter;
  for (const state of states) requireOneOf('pending.list states', state, CALL_STATES);
  if (kind !== undefined) requireOneOf('pending.list kind', kind, ROW_KINDS);
  requireTexts('pending.list', texts);
}

function requireTexts(owner: string, given: object): void {
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'string' && value !== '') continue;
    throw new HaftError('HAFT_INVALID_OPTION', `${owner}: '${name}' is not a text.`, {
      hint: `Give a text, or leave '${name}' out: then it limits nothing.`,
    });
  }
}

const OWNER: OptionNames<PendingOwner> = { tenantId: true, userId: true };

const FILTER: OptionNames<PendingFilter> = {
  states: true,
  key: true,
  tenantId: true,
  userId: true,
  tool: true,
  kind: true,
  runId: true,
  callId: true,
  contents: true,
  limit: true,
  after: true,
  olderThanMs: true,
};
