import { Module } from '@nestjs/common';
import { AssistantModule } from './assistant/assistant.module.js';
import { BackofficeModule } from './backoffice.module.js';
import { ServerRecovery } from './ledger/server-recovery.js';

/** The server. It leaves reports to the worker. */
@Module({ imports: [BackofficeModule.for('server'), AssistantModule], providers: [ServerRecovery] })
export class AppModule {}
