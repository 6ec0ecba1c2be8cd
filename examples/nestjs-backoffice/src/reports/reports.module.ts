import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrdersModule } from '../orders/orders.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { Report } from './report.entity.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';
import { ReportsToolset } from './reports.toolset.js';

@Module({
  imports: [TypeOrmModule.forFeature([Report]), OrdersModule, RefundsModule],
  controllers: [ReportsController],
  providers: [ReportsService, ReportsToolset],
})
export class ReportsModule {}
