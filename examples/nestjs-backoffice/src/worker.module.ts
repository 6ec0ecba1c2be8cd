import { Module } from '@nestjs/common';
import { BackofficeModule } from './backoffice.module.js';
import { WorkerRecovery } from './ledger/worker-recovery.js';

/** The worker: the same services without a server. It makes the reports. */
@Module({ imports: [BackofficeModule.for('worker')], providers: [WorkerRecovery] })
export class WorkerModule {}
