import { Controller, Get } from '@nestjs/common';
import { Roles } from '../accounts/roles.js';
import { Role } from '../accounts/user.entity.js';
import type { Report } from './report.entity.js';
import { ReportsService } from './reports.service.js';

@Controller('reports')
@Roles([Role.Manager])
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get()
  list(): Promise<Report[]> {
    return this.reports.list();
  }
}
