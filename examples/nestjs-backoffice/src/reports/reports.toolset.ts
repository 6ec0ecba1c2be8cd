import { Injectable } from '@nestjs/common';
import { Background, Hints, Tool, Toolset } from 'haft';
import { Roles } from '../accounts/roles.js';
import { Role } from '../accounts/user.entity.js';
import { RefundsService } from '../refunds/refunds.service.js';

/** The refunds of a tenant. */
export interface RefundReport {
  count: number;
  totalCents: number;
}

/** Reports over all data of a tenant. */
@Injectable()
@Toolset({ prefix: 'report' })
export class ReportsToolset {
  constructor(private readonly service: RefundsService) {}

  /** Adds up all refunds. It may take minutes. */
  @Tool()
  @Background()
  @Hints({ readOnly: true })
  @Roles([Role.Manager])
  async refunds(): Promise<RefundReport> {
    const refunds = await this.service.all();
    return { count: refunds.length, totalCents: refunds.reduce((sum, { amountCents }) => sum + amountCents, 0) };
  }
}
