import { plural } from '../../output/plural.js';
import { printJson } from '../../output/print-json.js';
import { styled } from '../../output/styled.js';
import { visibleLine } from '../../output/visible-text.js';
import type { PendingCall } from '../../project/project-pending.js';
import { allCalls } from './all-calls.js';
import { readAge } from './read-age.js';
import { waitsFor } from './waits-for.js';
import { withPending } from './with-pending.js';

/** Options of `haft pending list`. */
export interface ListPendingOptions {
  readonly tenant?: string;
  readonly user?: string;
  readonly tool?: string;
  readonly kind?: string;
  readonly olderThan?: string;
  readonly json?: boolean;
}

/** Prints the calls that wait for a decision, oldest first. */
export async function listPending(options: ListPendingOptions): Promise<number> {
  const { tenant, user, tool, kind, olderThan, json } = options;
  const filter = {
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(user === undefined ? {} : { userId: user }),
    ...(tool === undefined ? {} : { tool }),
    ...(kind === undefined ? {} : { kind }),
    ...(olderThan === undefined ? {} : { olderThanMs: readAge(olderThan) }),
  };
  const calls = await withPending(({ pending }) => allCalls(pending, filter));
  if (json === true) printJson(calls);
  else process.stdout.write(calls.length === 0 ? 'no calls wait\n' : tableOf(calls));
  return 0;
}

function tableOf(calls: readonly PendingCall[]): string {
  const rows = calls.map((call) =>
    [call.key, call.tool, waitsFor(call), ownerOf(call), call.createdAt].map(visibleLine),
  );
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return [styled('bold', cells[0] ?? ''), ...cells.slice(1)].join('  ').trimEnd();
  });
  return `${lines.join('\n')}\n\n${plural(calls.length, 'call')} ${calls.length === 1 ? 'waits' : 'wait'}\n`;
}

function ownerOf({ tenantId, userId }: PendingCall): string {
  return [tenantId, userId].filter((name) => name !== undefined).join(' ') || '-';
}
