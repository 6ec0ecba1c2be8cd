import { ConflictException, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { CurrentUser } from '../accounts/current-user.js';
import { Order } from '../orders/order.entity.js';
import { OrdersService } from '../orders/orders.service.js';
import type { CreateRefundDto } from './create-refund.dto.js';
import { Refund } from './refund.entity.js';

/** The refunds of the current user's tenant. */
@Injectable()
export class RefundsService {
  constructor(
    @InjectRepository(Refund) private readonly refunds: Repository<Refund>,
    @InjectRepository(Order) private readonly orderTable: Repository<Order>,
    private readonly orders: OrdersService,
    private readonly current: CurrentUser,
  ) {}

  /** Returns the amount that can still be paid back for an order, in cents. */
  async refundable(orderId: number): Promise<number> {
    const { totalCents, refundedCents } = await this.orders.get(orderId);
    return totalCents - refundedCents;
  }

  list(orderId: number): Promise<Refund[]> {
    return this.refunds.find({ where: { tenant: this.current.user.tenant, orderId }, order: { id: 'ASC' } });
  }

  /** Returns the refund that a call of a model made. */
  ofCall(idempotencyKey: string): Promise<Refund | null> {
    return this.refunds.findOneBy({ idempotencyKey });
  }

  /**
   * @param idempotencyKey - the key of the call, if a model makes the refund
   * @throws ConflictException when less was paid than should go back
   */
  async create({ orderId, amountCents, reason, note }: CreateRefundDto, idempotencyKey?: string): Promise<Refund> {
    const refundable = await this.refundable(orderId);
    if (!(await this.reserve(orderId, amountCents))) {
      throw new ConflictException(`Only ${refundable} cents of order ${orderId} can be paid back.`);
    }
    const { id: requestedBy, tenant } = this.current.user;
    const { id } = await this.refunds.save({
      ...{ tenant, orderId, amountCents, reason, requestedBy },
      note: note ?? null,
      idempotencyKey: idempotencyKey ?? null,
    });
    return this.refunds.findOneByOrFail({ id });
  }

  /** One statement, so that two refunds at the same time cannot both take the last cents. */
  private async reserve(orderId: number, amountCents: number): Promise<boolean> {
    const { affected } = await this.orderTable
      .createQueryBuilder()
      .update()
      .set({ refundedCents: () => 'refundedCents + :amountCents' })
      .where('id = :orderId AND refundedCents + :amountCents <= totalCents', { orderId, amountCents })
      .execute();
    return affected === 1;
  }
}
