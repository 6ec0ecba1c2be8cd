import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { CurrentUser } from '../accounts/current-user.js';
import { OrdersService } from '../orders/orders.service.js';
import { RefundsService } from '../refunds/refunds.service.js';
import { Report } from './report.entity.js';

/** The call that makes a report: a `RunContext`, or a part of it. */
export interface ReportCall {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  report(progress: { readonly orders: number; readonly of: number }): void;
}

/** The reports of the current user's tenant. */
@Injectable()
export class ReportsService {
  constructor(
    @InjectRepository(Report) private readonly reports: Repository<Report>,
    private readonly orders: OrdersService,
    private readonly refunds: RefundsService,
    private readonly current: CurrentUser,
    private readonly config: ConfigService,
  ) {}

  list(): Promise<Report[]> {
    return this.reports.find({ where: { tenant: this.current.user.tenant }, order: { id: 'ASC' } });
  }

  /**
   * Adds up the refunds, order by order. A second attempt finds the report of the first.
   */
  async make(call: ReportCall): Promise<Report> {
    const { idempotencyKey } = call;
    const made = await this.reports.findOneBy({ idempotencyKey });
    if (made !== null) return made;
    const sum = await this.addUp(call);
    const { id } = await this.reports.save({ ...sum, tenant: this.current.user.tenant, idempotencyKey });
    return this.reports.findOneByOrFail({ id });
  }

  private async addUp(call: ReportCall): Promise<Pick<Report, 'count' | 'totalCents'>> {
    const sum = { count: 0, totalCents: 0 };
    const ids = await this.orders.ids();
    for (const [index, id] of ids.entries()) {
      for (const { amountCents } of await this.refunds.list(id)) {
        sum.count++;
        sum.totalCents += amountCents;
      }
      call.report({ orders: index + 1, of: ids.length });
      // The server needs the database, too.
      await setTimeout(Number(this.config.get('REPORT_PAUSE_MS', '10')), undefined, { signal: call.signal });
    }
    return sum;
  }
}
