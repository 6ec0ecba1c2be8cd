import { Injectable } from '@nestjs/common';
import { ApprovalRequired, Effect, Hints, Param, reconciled, RunContext, Tool, Toolset, type Reconciled } from 'haft';
import { Roles } from '../accounts/roles.js';
import { Role } from '../accounts/user.entity.js';
import { CreateRefundDto } from './create-refund.dto.js';
import type { RefundView } from './refund.entity.js';
import { RefundLimit } from './refund-limit.js';
import { RefundsService } from './refunds.service.js';

/** The possible refund of an order. */
export interface Quote {
  orderId: number;
  /** The amount that can still be paid back, in cents. */
  refundableCents: number;
  /** More than this waits until a manager approved it. */
  limitCents: number;
}

/** Money that goes back to customers. */
@Injectable()
@Toolset({ prefix: 'refund' })
export class RefundsToolset {
  constructor(
    private readonly refunds: RefundsService,
    private readonly limit: RefundLimit,
  ) {}

  /**
   * Tells how much of an order can be paid back.
   * @param orderId The order's number.
   */
  @Tool()
  @Hints({ readOnly: true })
  async quote(@Param({ integer: true }) orderId: number): Promise<Quote> {
    return { orderId, refundableCents: await this.refunds.refundable(orderId), limitCents: this.limit.cents };
  }

  /**
   * Lists the refunds of an order.
   * @param orderId The order's number.
   */
  @Tool()
  @Hints({ readOnly: true })
  list(@Param({ integer: true }) orderId: number): Promise<RefundView[]> {
    return this.refunds.list(orderId);
  }

  /** Pays money back. Over the limit, a manager is asked first. */
  @Tool()
  @Effect({ reconcile: 'findRefund' })
  @Roles([Role.Support])
  create(refund: CreateRefundDto, run: RunContext): Promise<RefundView> {
    if (this.limit.isExceededBy(refund.amountCents) && run.approval === undefined) throw new ApprovalRequired();
    return this.refunds.create(refund, run.idempotencyKey);
  }

  /** Finds out whether a call paid before its process died. */
  async findRefund(key: string): Promise<Reconciled<RefundView>> {
    const refund = await this.refunds.ofCall(key);
    return refund === null ? reconciled.notDone() : reconciled.done(refund);
  }
}
