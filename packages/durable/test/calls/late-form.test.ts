import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryCallLedger } from '@haft/durable';
import { PostgresCallLedger } from '@haft/durable/postgres';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { CALL_STATES, type CallLedger, type CallRow, type ProposedCall } from '@haft/runtime';
import { postgresPrograms } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { openBank, World } from './bank.js';

/*
 * A host may tell the turn of a call when it makes it, and not when it replays its history, or the
 * reverse. Both forms are one call, also if the process of the first one writes late.
 */

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const CALL = { id: 'call_0', arguments: { cents: 5 } };
const FORMS = [
  ['with a turn, then without', { turn: 'answer-1' }, {}],
  ['without a turn, then with one', {}, { turn: 'answer-1' }],
] as const;

const rowsOf = async (ledger: CallLedger, runId: string): Promise<readonly CallRow[]> =>
  ledger.list({ runId, states: CALL_STATES });

function checks(open: () => CallLedger): void {
  let count = 0;

  /** Makes a call in a process that loses its lease while the method runs. */
  async function lateProcess(name: string, form: object) {
    const [ledger, world, id] = [open(), new World(), `chat-${++count}`];
    let release = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      world.beforePay = () => {
        resolve();
        return new Promise<void>((go) => (release = go));
      };
    });
    const done = openBank(ledger, world)
      .startRun({ id, ...form })
      .call({ ...CALL, name });
    await begun;
    const [row] = await rowsOf(ledger, id);
    // As if another process had taken the row over, and died.
    const [lease, leaseUntil] = ['dead', 1];
    await ledger.start(row as CallRow, { lease, leaseUntil, now: Date.now() + 3_600_000, from: ['running'] });
    return {
      id,
      world,
      end: (): Promise<unknown> => {
        release();
        return done;
      },
    };
  }

  const again = (id: string, form: object, world: World, name: string) =>
    openBank(open(), world)
      .startRun({ id, ...form })
      .call({ ...CALL, name });

  it.each(FORMS)('a call that may have taken effect is not executed again: %s', async (_title, first, second) => {
    const { id, world, end } = await lateProcess('pay_now', first);
    expect(await again(id, second, new World(world.payments), 'pay_now')).toMatchObject({ reason: 'unknown' });
    await end();
    expect(world.payments).toHaveLength(1);
    expect(await rowsOf(open(), id)).toMatchObject([{ state: 'unknown_outcome', attempt: 3 }]);
    expect(await again(id, second, new World(world.payments), 'pay_now')).toMatchObject({ reason: 'unknown' });
    expect(world.payments).toHaveLength(1);
  });

  it.each(FORMS)('a late end does not replace the one of the other form: %s', async (_title, first, second) => {
    const { id, world, end } = await lateProcess('set_limit', first);
    expect(await again(id, second, new World(world.payments), 'set_limit')).toMatchObject({ value: { paid: 5 } });
    await end();
    expect(new Set(world.payments.map(({ key }) => key)).size).toBe(1);
    expect(await rowsOf(open(), id)).toMatchObject([{ state: 'done', attempt: 3 }]);
  });
}

describe('a call in another form, in memory', () => {
  const ledger = new MemoryCallLedger();
  checks(() => ledger);
});

/** A ledger of a process that sleeps before it writes its first row. */
class SleepingLedger extends MemoryCallLedger {
  awake = (): void => undefined;
  private isFirst = true;
  private asleep = (): void => undefined;
  readonly sleeps = new Promise<void>((resolve) => (this.asleep = resolve));

  override propose(calls: readonly ProposedCall[]): never {
    const write = async (): Promise<unknown> => {
      if (this.isFirst) {
        this.isFirst = false;
        await new Promise<void>((resolve) => {
          this.awake = resolve;
          this.asleep();
        });
      }
      return super.propose(calls);
    };
    return write() as never;
  }
}

it.each(FORMS)(
  'two processes that make a call before either has written it are one only in one form: %s',
  async (_title, first, second) => {
    for (const form of [first, second]) {
      const [ledger, world] = [new SleepingLedger(), new World()];
      const make = (own: object) =>
        openBank(ledger, world)
          .startRun({ id: 'chat', ...own })
          .call({ ...CALL, name: 'pay_now' });
      const late = make(first);
      await ledger.sleeps;
      await make(form);
      ledger.awake();
      await late;
      // The guide says so: in the other form, the late process finds no row under its key.
      expect(world.payments).toHaveLength(form === first ? 1 : 2);
    }
  },
);

(hasSqlite ? describe : describe.skip)('a call in another form, in SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haft-late-'));
  const opened: SqliteCallLedger[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  checks(() => {
    const ledger = new SqliteCallLedger({ file: join(folder, 'calls.db') });
    opened.push(ledger);
    return ledger;
  });
});

(postgresPrograms() === undefined ? describe.skip : describe)('a call in another form, in Postgres', () => {
  const database = usePostgres();
  checks(() => new PostgresCallLedger({ pool: database.pool as never }));
});
