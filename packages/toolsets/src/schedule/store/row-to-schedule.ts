import { HaftError } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import type { ScheduleRule } from '../slots/schedule-rule.js';
import type { Schedule, ScheduledCall } from './schedule-store.js';

/**
 * Reads a schedule from a row.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if another program wrote something else
 */
export function rowToSchedule(row: Readonly<Record<string, unknown>>): Schedule {
  const [rule, tools] = [readJson(row['rule']), readJson(row['tools'])];
  if (!isRule(rule) || !Array.isArray(tools) || !tools.every(isCall)) throw unreadable(row['id']);
  return {
    id: String(row['id']),
    tenantId: String(row['tenant_id']),
    userId: String(row['user_id']),
    description: String(row['description']),
    rule,
    tools,
    prompt: String(row['prompt']),
    enabled: row['enabled'] === 1,
    nextRun: row['next_run'] === null ? undefined : Number(row['next_run']),
    lastOutcome: typeof row['last_outcome'] === 'string' ? row['last_outcome'] : undefined,
  };
}

function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function isRule(value: unknown): value is ScheduleRule {
  const names = ['time', 'recurrence', 'day', 'date', 'timeZone'];
  return isObject(value) && names.every((name) => typeof value[name] === 'string');
}

function isCall(value: unknown): value is ScheduledCall {
  return isObject(value) && typeof value['tool'] === 'string' && isObject(value['args']);
}

function unreadable(id: unknown): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `The schedule '${String(id)}' is not readable.`, {
    hint: 'Another program changed the table haft_schedules. Remove the row.',
  });
}
