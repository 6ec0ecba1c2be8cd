import type { MigrationSet } from '@haft/runtime/sql';

/** The tables of schedules in Postgres. */
export const POSTGRES_SCHEDULE_MIGRATIONS: MigrationSet = {
  versions: 'haft_schedule_migrations',
  owner: 'schedules',
  from: '@haft/toolsets',
  migrations: [
    {
      version: 1,
      name: 'schedules',
      sql: `CREATE TABLE haft_schedules (
  sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  tenant_id TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL,
  description TEXT NOT NULL,
  rule TEXT NOT NULL,
  tools TEXT NOT NULL,
  prompt TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  next_run BIGINT,
  last_outcome TEXT
);
CREATE INDEX haft_schedules_owner ON haft_schedules (tenant_id, user_id, sequence);
CREATE INDEX haft_schedules_due ON haft_schedules (next_run) WHERE enabled = 1 AND next_run IS NOT NULL;
CREATE TABLE haft_schedule_slots (
  schedule TEXT COLLATE "C" NOT NULL REFERENCES haft_schedules (id) ON DELETE CASCADE,
  at BIGINT NOT NULL,
  lease_until BIGINT,
  outcome TEXT,
  PRIMARY KEY (schedule, at)
);
CREATE INDEX haft_schedule_slots_open ON haft_schedule_slots (lease_until) WHERE lease_until IS NOT NULL;`,
    },
  ],
};
