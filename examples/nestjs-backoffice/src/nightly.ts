import { NestFactory } from '@nestjs/core';
import { HaftService } from '@haft/nestjs';
import { UsersService } from './accounts/users.service.js';
import type { BackofficeDeps } from './assistant/backoffice-deps.js';
import { BackofficeModule } from './backoffice.module.js';

/*
 * Queues the report of each tenant, for the worker. Run it each night, such as with cron. The id of
 * the run has the day, so that a second run on the same day queues nothing.
 */
const day = process.argv[2] ?? new Date().toISOString().slice(0, 10);
const app = await NestFactory.createApplicationContext(BackofficeModule.for('server'), { logger: ['warn', 'error'] });
const haft = app.get<HaftService<object, BackofficeDeps>>(HaftService);
for (const user of await app.get(UsersService).managers()) {
  const owner = { userId: user.id, tenantId: user.tenant, deps: { user } };
  const run = haft.startRun({ id: `nightly-${day}-${user.id}`, ...owner });
  const { text } = await run.enqueue({ id: 'report', name: 'report_refunds', arguments: {} });
  console.log(`${user.id}: ${text}`);
  await run.end();
}
await app.close();
