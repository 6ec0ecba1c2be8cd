import { Controller, Get } from '@nestjs/common';
import { Tool, Toolset } from 'haft';
import { Roles } from '../accounts/roles.js';
import { Role } from '../accounts/user.entity.js';
import type { Report } from './report.entity.js';
import { ReportsService } from './reports.service.js';

/** Reports of the tenant. */
@Controller('reports')
@Toolset({ prefix: 'reports' })
@Roles([Role.Manager])
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  /** Lists the reports of the tenant. */
  @Get()
  @Tool()
  list(): Promise<Report[]> {
    return this.reports.list();
  }
}
