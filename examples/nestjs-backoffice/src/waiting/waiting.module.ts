import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WaitingRun } from './waiting-run.entity.js';
import { WaitingRunsService } from './waiting-runs.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([WaitingRun])],
  providers: [WaitingRunsService],
  exports: [WaitingRunsService],
})
export class WaitingModule {}
