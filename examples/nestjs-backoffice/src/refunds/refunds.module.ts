import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrdersModule } from '../orders/orders.module.js';
import { Refund } from './refund.entity.js';
import { RefundLimit } from './refund-limit.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsService } from './refunds.service.js';
import { RefundsToolset } from './refunds.toolset.js';

@Module({
  imports: [TypeOrmModule.forFeature([Refund]), OrdersModule],
  controllers: [RefundsController],
  providers: [RefundsService, RefundsToolset, RefundLimit],
  exports: [RefundsService],
})
export class RefundsModule {}
