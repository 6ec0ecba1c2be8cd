import { Injectable } from '@nestjs/common';
import { Hints, Param, Tool, Toolset } from 'haft';
import { Roles } from '../accounts/roles.js';
import { Role } from '../accounts/user.entity.js';
import type { OrderView } from './order.entity.js';
import { OrdersService } from './orders.service.js';
import { SearchOrdersDto } from './search-orders.dto.js';

/** The orders of the shop. */
@Injectable()
@Toolset({ prefix: 'order' })
export class OrdersToolset {
  constructor(private readonly orders: OrdersService) {}

  /** Searches orders, newest first. */
  @Tool()
  @Hints({ readOnly: true })
  search(search: SearchOrdersDto): Promise<OrderView[]> {
    return this.orders.search(search);
  }

  /**
   * Shows one order.
   * @param id The order's number.
   */
  @Tool()
  @Hints({ readOnly: true })
  get(@Param({ integer: true }) id: number): Promise<OrderView> {
    return this.orders.get(id);
  }

  /**
   * Marks an order as shipped.
   * @param id The order's number.
   * @param trackingNumber The number from the carrier.
   */
  @Tool()
  @Roles([Role.Warehouse])
  ship(
    @Param({ integer: true }) id: number,
    @Param({ minLength: 6, maxLength: 30 }) trackingNumber: string,
  ): Promise<OrderView> {
    return this.orders.ship(id, trackingNumber);
  }

  /**
   * Cancels an order that was not shipped yet.
   * @param id The order's number.
   */
  @Tool()
  @Hints({ destructive: true })
  @Roles([Role.Support])
  cancel(@Param({ integer: true }) id: number): Promise<OrderView> {
    return this.orders.cancel(id);
  }
}
