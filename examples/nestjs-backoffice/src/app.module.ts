import { Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { HaftModule } from '@haft/nestjs';
import { AccountsModule } from './accounts/accounts.module.js';
import { AssistantModule } from './assistant/assistant.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { DatabaseModule } from './database/database.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { RefundsModule } from './refunds/refunds.module.js';
import { toolsets } from './toolsets.gen.js';

@Module({
  imports: [
    ConfigModule.forRoot({ isGlobal: true }),
    HaftModule.forRootAsync({
      inject: [ConfigService],
      useFactory: (config: ConfigService) => ({
        toolsets,
        pendingSecret: config.getOrThrow<string>('PENDING_SECRET'),
        requestExpiryMs: Number(config.get('APPROVAL_EXPIRY_MS', '86400000')),
      }),
    }),
    DatabaseModule,
    AccountsModule,
    CustomersModule,
    OrdersModule,
    RefundsModule,
    AssistantModule,
  ],
})
export class AppModule {}
