import { Injectable } from '@nestjs/common';
import { Background, Hints, RunContext, Tool, Toolset } from 'haft';
import { Roles } from '../accounts/roles.js';
import { Role } from '../accounts/user.entity.js';
import type { ReportView } from './report.entity.js';
import { ReportsService } from './reports.service.js';

/** Reports over all data of a tenant. */
@Injectable()
@Toolset({ prefix: 'report' })
export class ReportsToolset {
  constructor(private readonly reports: ReportsService) {}

  /** Adds up all refunds. It may take minutes. */
  @Tool()
  @Background()
  @Hints({ idempotent: true })
  @Roles([Role.Manager])
  refunds(run: RunContext): Promise<ReportView> {
    return this.reports.make(run);
  }
}
