import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { HaftModule } from '@haft/nestjs';
import type { RunContext } from 'haft';
import { AccountsModule } from './accounts/accounts.module.js';
import type { BackofficeDeps } from './assistant/backoffice-deps.js';
import { CustomersModule } from './customers/customers.module.js';
import { DatabaseModule } from './database/database.module.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { RefundsModule } from './refunds/refunds.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { toolsets } from './toolsets.gen.js';

/** The services and their tools, which the processes share. */
@Module({})
export class BackofficeModule {
  static for(role: 'server' | 'worker'): DynamicModule {
    const haft = HaftModule.forRootAsync({
      imports: [LedgerModule],
      inject: [ConfigService, SqliteCallLedger],
      useFactory: (config: ConfigService, ledger: SqliteCallLedger) => ({
        toolsets,
        // Guards and providers of controllers read the user from a request.
        request: ({ deps }: RunContext<BackofficeDeps>) => ({ user: deps.user, headers: {} }),
        durability: { ledger, leaseMs: Number(config.get('LEASE_MS', '30000')) },
        people: {
          pendingSecret: config.getOrThrow<string>('PENDING_SECRET'),
          requestExpiryMs: Number(config.get('APPROVAL_EXPIRY_MS', '86400000')),
        },
        limits: { concurrency: { background: role === 'server' && hasWorker(config) ? 0 : 2 } },
      }),
    });
    const features = [DatabaseModule, AccountsModule, CustomersModule, OrdersModule, RefundsModule, ReportsModule];
    return { module: BackofficeModule, imports: [ConfigModule.forRoot({ isGlobal: true }), haft, ...features] };
  }
}

/** Data in memory belong to one process, which then makes the reports itself. */
function hasWorker(config: ConfigService): boolean {
  return config.get('DATA_FOLDER') !== undefined;
}
