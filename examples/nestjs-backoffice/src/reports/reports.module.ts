import { Module } from '@nestjs/common';
import { RefundsModule } from '../refunds/refunds.module.js';
import { ReportsToolset } from './reports.toolset.js';

@Module({ imports: [RefundsModule], providers: [ReportsToolset] })
export class ReportsModule {}
