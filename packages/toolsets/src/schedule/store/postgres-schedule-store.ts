import { PostgresTables, type PgClient, type PostgresPlace } from '@haft/runtime/sql';
import { KEPT_SLOTS } from './kept-slots.js';
import { POSTGRES_SCHEDULE_MIGRATIONS } from './postgres-schedule-migrations.js';
import { rowToSchedule } from './row-to-schedule.js';
import { scheduleColumns } from './schedule-columns.js';
import type { Schedule, ScheduleOwner, ScheduleStore, Slot } from './schedule-store.js';
import { storedValue } from './stored-value.js';

/** Options of {@link PostgresScheduleStore}. */
export type PostgresScheduleStoreOptions = PostgresPlace;

/**
 * Schedules in Postgres 13 or newer, through the package `pg`. Processes of several machines may
 * share it.
 *
 * @throws {HaftError} `HAFT_MISSING_PEER` from its methods if `pg` is not installed
 * @throws {HaftError} `HAFT_INVALID_OPTION` from its methods if the tables have a newer version
 * @example const store = new PostgresScheduleStore({ connectionString: process.env.DATABASE_URL });
 */
export class PostgresScheduleStore implements ScheduleStore {
  private readonly tables: PostgresTables;

  constructor(options: PostgresScheduleStoreOptions) {
    this.tables = new PostgresTables(options, [POSTGRES_SCHEDULE_MIGRATIONS], 'PostgresScheduleStore');
  }

  /** Adds a schedule. See `ScheduleStore.add`. */
  add(schedule: Schedule, most: number): Promise<boolean> {
    const { id, tenantId, userId } = schedule;
    return this.tables.transaction(async (client) => {
      // Adds of one owner wait for each other. There may be no row yet that they could lock.
      const lock = JSON.stringify(['haft_schedules', tenantId, userId]);
      await run(client, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', lock);
      const sql = 'SELECT count(*) AS count FROM haft_schedules WHERE tenant_id = $1 AND user_id = $2';
      const { rows } = await run(client, sql, tenantId, userId);
      if (Number(rows[0]?.['count']) >= most) return false;
      await run(
        client,
        `INSERT INTO haft_schedules (id, tenant_id, user_id, description, rule, tools, prompt, enabled, next_run)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        ...[id, tenantId, userId, ...scheduleColumns(schedule)],
      );
      return true;
    });
  }

  /** Finds a schedule. See `ScheduleStore.find`. */
  async find({ tenantId, userId }: ScheduleOwner, id: string): Promise<Schedule | undefined> {
    const sql = 'SELECT * FROM haft_schedules WHERE tenant_id = $1 AND user_id = $2 AND id = $3';
    return (await this.select(sql, tenantId, userId, id))[0];
  }

  /** Lists schedules. See `ScheduleStore.list`. */
  list(
    { tenantId, userId }: ScheduleOwner,
    { enabled, limit }: { readonly enabled?: boolean | undefined; readonly limit: number },
  ): Promise<readonly Schedule[]> {
    const sql = `SELECT * FROM haft_schedules WHERE tenant_id = $1 AND user_id = $2
      ${enabled === undefined ? '' : `AND enabled = ${enabled ? '1' : '0'}`} ORDER BY sequence LIMIT $3`;
    return this.select(sql, tenantId, userId, limit);
  }

  /** Replaces a schedule. See `ScheduleStore.replace`. */
  replace(schedule: Schedule): Promise<boolean> {
    const { id, tenantId, userId } = schedule;
    return this.tables.transaction(async (client) => {
      const sql = `UPDATE haft_schedules
        SET description = $4, rule = $5, tools = $6, prompt = $7, enabled = $8, next_run = $9
        WHERE id = $1 AND tenant_id = $2 AND user_id = $3`;
      return (await run(client, sql, id, tenantId, userId, ...scheduleColumns(schedule))).rowCount === 1;
    });
  }

  /** Removes schedules. See `ScheduleStore.remove`. */
  remove({ tenantId, userId }: ScheduleOwner, id: string | undefined): Promise<number> {
    return this.tables.transaction(async (client) => {
      const one = id === undefined ? '' : 'AND id = $3';
      const sql = `SELECT id FROM haft_schedules WHERE tenant_id = $1 AND user_id = $2 ${one} ORDER BY id FOR UPDATE`;
      const { rows } = await run(client, sql, ...[tenantId, userId, ...(id === undefined ? [] : [id])]);
      const ids = rows.map((row) => String(row['id']));
      return (await run(client, 'DELETE FROM haft_schedules WHERE id = ANY($1)', ids)).rowCount ?? 0;
    });
  }

  /** Lists due schedules. See `ScheduleStore.due`. */
  due(now: number, limit: number): Promise<readonly Schedule[]> {
    const sql = 'SELECT * FROM haft_schedules WHERE enabled = 1 AND next_run <= $1 ORDER BY next_run LIMIT $2';
    return this.select(sql, Math.floor(now), limit);
  }

  /** Returns the next slot. See `ScheduleStore.nextDue`. */
  async nextDue(): Promise<number | undefined> {
    const sql = 'SELECT min(next_run) AS next FROM haft_schedules WHERE enabled = 1 AND next_run IS NOT NULL';
    const { rows } = await run(await this.tables.pool(), sql);
    const next = rows[0]?.['next'] ?? undefined;
    return next === undefined ? undefined : Number(next);
  }

  /** Takes a slot. See `ScheduleStore.claim`. */
  claim(slot: Slot, next: number | undefined, leaseUntil: number): Promise<boolean> {
    return this.tables.transaction(async (client) => {
      if (!(await plan(client, slot, next))) return false;
      return addSlot(client, slot, Math.ceil(leaseUntil));
    });
  }

  /** Extends a lease. See `ScheduleStore.renew`. */
  renew({ schedule, at }: Slot, leaseUntil: number): Promise<void> {
    return this.tables.transaction(async (client) => {
      const sql = 'UPDATE haft_schedule_slots SET lease_until = $3 WHERE schedule = $1 AND at = $2 AND outcome IS NULL';
      await run(client, sql, schedule, at, Math.ceil(leaseUntil));
    });
  }

  /** Ends an execution. See `ScheduleStore.finish`. */
  finish(slot: Slot, outcome: string): Promise<void> {
    return this.tables.transaction(async (client) => {
      await lock(client, [slot.schedule]);
      await end(client, slot, outcome);
    });
  }

  /** Records a missed slot. See `ScheduleStore.miss`. */
  miss(slot: Slot, next: number | undefined): Promise<boolean> {
    return this.tables.transaction(async (client) => {
      if (!(await plan(client, slot, next))) return false;
      await addSlot(client, slot, null);
      await end(client, slot, 'missed');
      return true;
    });
  }

  /** Ends abandoned executions. See `ScheduleStore.interrupt`. */
  interrupt(now: number): Promise<readonly Slot[]> {
    return this.tables.transaction(async (client) => {
      const before = Math.ceil(now);
      const sql = 'SELECT schedule, at FROM haft_schedule_slots WHERE lease_until < $1 ORDER BY at LIMIT 100';
      const { rows } = await run(client, sql, before);
      const slots = rows.map((row) => ({ schedule: String(row['schedule']), at: Number(row['at']) }));
      await lock(
        client,
        slots.map(({ schedule }) => schedule),
      );
      const ended: Slot[] = [];
      // Meanwhile, an execution may have ended or extended its lease.
      for (const slot of slots) if (await end(client, slot, 'interrupted', before)) ended.push(slot);
      return ended;
    });
  }

  /** Closes the pool that the store opened. */
  close(): Promise<void> {
    return this.tables.close();
  }

  private async select(sql: string, ...values: readonly Value[]): Promise<readonly Schedule[]> {
    return (await run(await this.tables.pool(), sql, ...values)).rows.map(rowToSchedule);
  }
}

type Value = string | number | null | readonly string[];

function run(client: PgClient, text: string, ...values: readonly Value[]): ReturnType<PgClient['query']> {
  return client.query({ text, values: values.map(storedValue) });
}

/** Locks schedules before their slots and in one order, against deadlocks. */
async function lock(client: PgClient, schedules: readonly string[]): Promise<void> {
  await run(client, 'SELECT id FROM haft_schedules WHERE id = ANY($1) ORDER BY id FOR UPDATE', schedules);
}

/** Moves a schedule from a slot to the next one. The slot is the condition, so only one can. */
async function plan(client: PgClient, { schedule, at }: Slot, next: number | undefined): Promise<boolean> {
  const sql = `UPDATE haft_schedules SET next_run = $3, enabled = $4
    WHERE id = $1 AND enabled = 1 AND next_run = $2`;
  return (await run(client, sql, schedule, at, next ?? null, next === undefined ? 0 : 1)).rowCount === 1;
}

async function addSlot(client: PgClient, { schedule, at }: Slot, leaseUntil: number | null): Promise<boolean> {
  const sql = `INSERT INTO haft_schedule_slots (schedule, at, lease_until) VALUES ($1, $2, $3)
    ON CONFLICT (schedule, at) DO NOTHING`;
  return (await run(client, sql, schedule, at, leaseUntil)).rowCount === 1;
}

/** Ends an execution once. With `before`, only one whose lease ended before it. */
async function end(client: PgClient, slot: Slot, outcome: string, before?: number): Promise<boolean> {
  const { schedule, at } = slot;
  const open = `UPDATE haft_schedule_slots SET outcome = $3, lease_until = NULL
    WHERE schedule = $1 AND at = $2 AND outcome IS NULL AND ($4::bigint IS NULL OR lease_until < $4)`;
  if ((await run(client, open, schedule, at, outcome, before ?? null)).rowCount === 0) return false;
  await run(client, 'UPDATE haft_schedules SET last_outcome = $2 WHERE id = $1', schedule, outcome);
  const old = `DELETE FROM haft_schedule_slots WHERE schedule = $1 AND outcome IS NOT NULL AND at <
    (SELECT at FROM haft_schedule_slots WHERE schedule = $1 ORDER BY at DESC LIMIT 1 OFFSET ${String(KEPT_SLOTS)})`;
  await run(client, old, schedule);
  return true;
}
