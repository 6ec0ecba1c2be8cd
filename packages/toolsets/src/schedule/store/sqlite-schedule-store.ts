import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import { migratedTables } from '@haft/runtime/sql';
import { SqliteFile, type SqliteValue } from '@haft/runtime/sqlite';
import { ErasedLog } from '../../erased-log.js';
import { KEPT_SLOTS } from './kept-slots.js';
import { rowToSchedule } from './row-to-schedule.js';
import { scheduleColumns } from './schedule-columns.js';
import type { Schedule, ScheduleOwner, ScheduleStore, Slot } from './schedule-store.js';
import { SQLITE_SCHEDULE_MIGRATIONS } from './sqlite-schedule-migrations.js';
import { storedValue } from './stored-value.js';

/** Options of {@link SqliteScheduleStore}. */
export interface SqliteScheduleStoreOptions {
  /** Path of the file. Haft creates a missing file and its tables. */
  readonly file: string;
}

/**
 * Schedules in one file of SQLite, which is part of Node 22.13 and newer. Several processes of one
 * machine may share the file.
 *
 * @throws {HaftError} `HAFT_NODE_VERSION` if this version of Node has no SQLite
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the file has tables of a newer version
 * @example const store = new SqliteScheduleStore({ file: 'schedules.db' });
 */
export class SqliteScheduleStore implements ScheduleStore {
  private readonly file: SqliteFile;
  private readonly log: ErasedLog;

  constructor(options: SqliteScheduleStoreOptions) {
    refuseUnknownOptions('SqliteScheduleStore', options, OPTIONS);
    const { file } = options;
    this.file = new SqliteFile(file, {
      who: 'SqliteScheduleStore',
      instead: 'PostgresScheduleStore',
      ...migratedTables(
        [SQLITE_SCHEDULE_MIGRATIONS],
        // A process that was killed may have left deleted texts in the log.
        'PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_checkpoint(TRUNCATE)',
      ),
    });
    this.log = new ErasedLog(this.file);
  }

  /** Adds a schedule. See `ScheduleStore.add`. */
  add(schedule: Schedule, most: number): Promise<boolean> {
    return this.file.transaction(() => {
      const { tenantId, userId } = schedule;
      const sql = 'SELECT count(*) AS count FROM haft_schedules WHERE tenant_id = ? AND user_id = ?';
      if (Number(this.all(sql, tenantId, userId)[0]?.['count']) >= most) return false;
      this.run(
        `INSERT INTO haft_schedules (id, tenant_id, user_id, description, rule, tools, prompt, enabled, next_run)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[schedule.id, tenantId, userId, ...scheduleColumns(schedule)],
      );
      return true;
    });
  }

  /** Finds a schedule. See `ScheduleStore.find`. */
  find({ tenantId, userId }: ScheduleOwner, id: string): Promise<Schedule | undefined> {
    const sql = 'SELECT * FROM haft_schedules WHERE tenant_id = ? AND user_id = ? AND id = ?';
    return this.file.read(() => this.all(sql, tenantId, userId, id).map(rowToSchedule)[0]);
  }

  /** Lists schedules. See `ScheduleStore.list`. */
  list(
    { tenantId, userId }: ScheduleOwner,
    { enabled, limit }: { readonly enabled?: boolean | undefined; readonly limit: number },
  ): Promise<readonly Schedule[]> {
    const sql = `SELECT * FROM haft_schedules WHERE tenant_id = ? AND user_id = ?
      ${enabled === undefined ? '' : `AND enabled = ${enabled ? '1' : '0'}`} ORDER BY sequence LIMIT ?`;
    return this.file.read(() => this.all(sql, tenantId, userId, limit).map(rowToSchedule));
  }

  /** Replaces a schedule. See `ScheduleStore.replace`. */
  replace(schedule: Schedule): Promise<boolean> {
    return this.erasing(() => {
      const sql = `UPDATE haft_schedules SET description = ?, rule = ?, tools = ?, prompt = ?, enabled = ?, next_run = ?
        WHERE id = ? AND tenant_id = ? AND user_id = ?`;
      return this.run(sql, ...scheduleColumns(schedule), schedule.id, schedule.tenantId, schedule.userId) === 1;
    });
  }

  /** Removes schedules. See `ScheduleStore.remove`. */
  remove({ tenantId, userId }: ScheduleOwner, id: string | undefined): Promise<number> {
    return this.erasing(() => {
      const one = id === undefined ? '' : 'AND id = ?';
      const values = id === undefined ? [tenantId, userId] : [tenantId, userId, id];
      const rows = this.all(
        `DELETE FROM haft_schedules WHERE tenant_id = ? AND user_id = ? ${one} RETURNING id`,
        ...values,
      );
      for (const row of rows) this.run('DELETE FROM haft_schedule_slots WHERE schedule = ?', String(row['id']));
      return rows.length;
    });
  }

  /** Lists due schedules. See `ScheduleStore.due`. */
  due(now: number, limit: number): Promise<readonly Schedule[]> {
    const sql = 'SELECT * FROM haft_schedules WHERE enabled = 1 AND next_run <= ? ORDER BY next_run LIMIT ?';
    return this.file.read(() => this.all(sql, now, limit).map(rowToSchedule));
  }

  /** Returns the next slot. See `ScheduleStore.nextDue`. */
  nextDue(): Promise<number | undefined> {
    const sql = 'SELECT min(next_run) AS next FROM haft_schedules WHERE enabled = 1 AND next_run IS NOT NULL';
    return this.file.read(() => {
      const next = this.all(sql)[0]?.['next'];
      return typeof next === 'number' ? next : undefined;
    });
  }

  /** Takes a slot. See `ScheduleStore.claim`. */
  claim({ schedule, at }: Slot, next: number | undefined, leaseUntil: number): Promise<boolean> {
    return this.file.transaction(() => {
      if (!this.plan({ schedule, at }, next)) return false;
      const sql = 'INSERT OR IGNORE INTO haft_schedule_slots (schedule, at, lease_until) VALUES (?, ?, ?)';
      return this.run(sql, schedule, at, leaseUntil) === 1;
    });
  }

  /** Extends a lease. See `ScheduleStore.renew`. */
  renew({ schedule, at }: Slot, leaseUntil: number): Promise<void> {
    return this.file.transaction(() => {
      const sql = 'UPDATE haft_schedule_slots SET lease_until = ? WHERE schedule = ? AND at = ? AND outcome IS NULL';
      this.run(sql, leaseUntil, schedule, at);
    });
  }

  /** Ends an execution. See `ScheduleStore.finish`. */
  finish(slot: Slot, outcome: string): Promise<void> {
    return this.file.transaction(() => {
      this.end(slot, outcome);
    });
  }

  /** Records a missed slot. See `ScheduleStore.miss`. */
  miss(slot: Slot, next: number | undefined): Promise<boolean> {
    return this.file.transaction(() => {
      if (!this.plan(slot, next)) return false;
      this.run('INSERT OR IGNORE INTO haft_schedule_slots (schedule, at) VALUES (?, ?)', slot.schedule, slot.at);
      this.end(slot, 'missed');
      return true;
    });
  }

  /** Ends abandoned executions. See `ScheduleStore.interrupt`. */
  interrupt(now: number): Promise<readonly Slot[]> {
    return this.file.transaction(() => {
      const sql = 'SELECT schedule, at FROM haft_schedule_slots WHERE lease_until < ? ORDER BY at LIMIT 100';
      const slots = this.all(sql, now).map((row) => ({ schedule: String(row['schedule']), at: Number(row['at']) }));
      for (const slot of slots) this.end(slot, 'interrupted');
      return slots;
    });
  }

  /** Closes the file. */
  close(): Promise<void> {
    this.log.close();
    return this.file.close();
  }

  /** Writes, and empties the log, which has the texts before. */
  private async erasing<Result>(work: () => Result): Promise<Result> {
    const result = await this.file.transaction(work);
    await this.log.erase();
    return result;
  }

  /** Moves a schedule from a slot to the next one. The slot is the condition, so only one can. */
  private plan({ schedule, at }: Slot, next: number | undefined): boolean {
    const sql = 'UPDATE haft_schedules SET next_run = ?, enabled = ? WHERE id = ? AND enabled = 1 AND next_run = ?';
    return this.run(sql, next ?? null, next === undefined ? 0 : 1, schedule, at) === 1;
  }

  private all(sql: string, ...values: readonly SqliteValue[]): ReturnType<SqliteFile['all']> {
    return this.file.all(sql, ...values.map(storedValue));
  }

  private run(sql: string, ...values: readonly SqliteValue[]): number {
    return this.file.run(sql, ...values.map(storedValue));
  }

  private end({ schedule, at }: Slot, outcome: string): void {
    const open =
      'UPDATE haft_schedule_slots SET outcome = ?, lease_until = NULL WHERE schedule = ? AND at = ? AND outcome IS NULL';
    if (this.run(open, outcome, schedule, at) === 0) return;
    this.run('UPDATE haft_schedules SET last_outcome = ? WHERE id = ?', outcome, schedule);
    const old = `DELETE FROM haft_schedule_slots WHERE schedule = ? AND outcome IS NOT NULL AND at <
      (SELECT at FROM haft_schedule_slots WHERE schedule = ? ORDER BY at DESC LIMIT 1 OFFSET ${String(KEPT_SLOTS)})`;
    this.run(old, schedule, schedule);
  }
}

const OPTIONS: OptionNames<SqliteScheduleStoreOptions> = { file: true };
