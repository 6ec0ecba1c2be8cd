import { Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { HaftModule } from '@haft/nestjs';
import { AccountsModule } from './accounts/accounts.module.js';
import { AssistantModule } from './assistant/assistant.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { DatabaseModule } from './database/database.module.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { RecoveryService } from './ledger/recovery.service.js';
import { OrdersModule } from './orders/orders.module.js';
import { RefundsModule } from './refunds/refunds.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { toolsets } from './toolsets.gen.js';

@Module({
  imports: [
    ConfigModule.forRoot({ isGlobal: true }),
    HaftModule.forRootAsync({
      imports: [LedgerModule],
      inject: [ConfigService, SqliteCallLedger],
      useFactory: (config: ConfigService, ledger: SqliteCallLedger) => ({
        toolsets,
        ledger,
        leaseMs: Number(config.get('LEASE_MS', '30000')),
        pendingSecret: config.getOrThrow<string>('PENDING_SECRET'),
        requestExpiryMs: Number(config.get('APPROVAL_EXPIRY_MS', '86400000')),
      }),
    }),
    DatabaseModule,
    AccountsModule,
    CustomersModule,
    OrdersModule,
    RefundsModule,
    ReportsModule,
    AssistantModule,
  ],
  providers: [RecoveryService],
})
export class AppModule {}
