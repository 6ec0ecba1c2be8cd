import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThanOrEqual, Repository } from 'typeorm';
import { CurrentUser } from '../accounts/current-user.js';
import { Order, OrderStatus } from './order.entity.js';
import type { SearchOrdersDto } from './search-orders.dto.js';

/** The orders of the current user's tenant. */
@Injectable()
export class OrdersService {
  constructor(
    @InjectRepository(Order) private readonly orders: Repository<Order>,
    private readonly current: CurrentUser,
  ) {}

  search({ customerId, status, placedFrom, limit }: SearchOrdersDto): Promise<Order[]> {
    return this.orders.find({
      where: {
        tenant: this.current.user.tenant,
        ...(customerId !== undefined && { customerId }),
        ...(status !== undefined && { status }),
        ...(placedFrom !== undefined && { placedAt: MoreThanOrEqual(placedFrom) }),
      },
      order: { placedAt: 'DESC' },
      take: limit,
    });
  }

  async ids(): Promise<number[]> {
    const orders = await this.orders.find({ where: { tenant: this.current.user.tenant }, order: { id: 'ASC' } });
    return orders.map(({ id }) => id);
  }

  /** @throws NotFoundException when the tenant has no such order */
  async get(id: number): Promise<Order> {
    const order = await this.orders.findOneBy({ id, tenant: this.current.user.tenant });
    if (order === null) throw new NotFoundException(`There is no order ${id}.`);
    return order;
  }

  /** @throws ConflictException when the order was shipped or cancelled before */
  ship(id: number, trackingNumber: string): Promise<Order> {
    return this.leavePlaced(id, { status: OrderStatus.Shipped, trackingNumber });
  }

  /** @throws ConflictException when the order was shipped or cancelled before */
  cancel(id: number): Promise<Order> {
    return this.leavePlaced(id, { status: OrderStatus.Cancelled });
  }

  private async leavePlaced(id: number, change: Partial<Order>): Promise<Order> {
    const order = await this.get(id);
    const { affected } = await this.orders.update({ id, status: OrderStatus.Placed }, change);
    if (affected !== 1)
      throw new ConflictException(`Order ${id} is ${order.status}; only a placed one can be changed.`);
    return this.get(id);
  }
}
