import { Hints, ModelRetry, Param, Preview, RequiresApproval, Tool, Toolset } from 'haft';
import { Shop, type Customer, type Order, type Refund, type Status } from './shop.js';

export type RefundReason = 'damaged' | 'late' | 'wrong_item' | 'goodwill';

export interface OrderPage {
  orders: Order[];
  total: number;
  nextOffset?: number;
}

export interface Contact {
  /** @format email */
  email?: string;
  /**
   * Two letters, such as NO.
   * @pattern ^[A-Z]{2}$
   */
  country?: string;
}

/** Orders of the shop. */
@Toolset({ prefix: 'order' })
export class OrderToolset {
  constructor(private readonly shop: Shop) {}

  /**
   * Finds orders, the latest first.
   * @param customerId Only orders of this customer.
   * @param status Only orders with this status.
   * @param placedAfter Only orders placed on or after this day.
   */
  @Tool()
  @Hints({ readOnly: true })
  search(
    customerId?: number,
    status?: Status,
    @Param({ format: 'date' }) placedAfter?: string,
    @Param({ integer: true, minimum: 1, maximum: 50 }) limit = 10,
    @Param({ integer: true, minimum: 0 }) offset = 0,
  ): OrderPage {
    const found = this.shop.orders
      .filter((order) => customerId === undefined || order.customerId === customerId)
      .filter((order) => status === undefined || order.status === status)
      .filter((order) => placedAfter === undefined || order.placedAt >= placedAfter)
      .sort((a, b) => b.placedAt.localeCompare(a.placedAt));
    const nextOffset = offset + limit < found.length ? { nextOffset: offset + limit } : {};
    return { orders: found.slice(offset, offset + limit), total: found.length, ...nextOffset };
  }

  /**
   * Reads one order.
   * @param id The id of the order, such as A-1001.
   */
  @Tool()
  @Hints({ readOnly: true })
  get(id: string): Order {
    return orderOf(this.shop, id);
  }

  /** Cancels an order that is not shipped. */
  @Tool()
  cancel(id: string): Order {
    const order = orderOf(this.shop, id);
    if (order.status !== 'open' && order.status !== 'paid') {
      throw new ModelRetry(`The order ${id} is ${order.status} and cannot be cancelled.`);
    }
    order.status = 'cancelled';
    return order;
  }

  /** Marks a paid order as shipped. */
  @Tool()
  ship(id: string, trackingNumber: string): Order {
    const order = orderOf(this.shop, id);
    if (order.status !== 'paid') throw new ModelRetry(`The order ${id} is ${order.status}, not paid.`);
    return Object.assign(order, { status: 'shipped' as const, trackingNumber });
  }

  /** Replaces the note of an order. */
  @Tool()
  addNote(id: string, note: string): Order {
    return Object.assign(orderOf(this.shop, id), { note });
  }
}

/** Customers of the shop. */
@Toolset({ prefix: 'customer' })
export class CustomerToolset {
  constructor(private readonly shop: Shop) {}

  /** Finds customers by a part of the name or email. */
  @Tool()
  @Hints({ readOnly: true })
  find(query: string): Customer[] {
    const words = query.toLowerCase();
    return this.shop.customers.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(words));
  }

  /** Reads one customer. */
  @Tool()
  @Hints({ readOnly: true })
  get(id: number): Customer {
    return customerOf(this.shop, id);
  }

  /** Changes the email or country of a customer. */
  @Tool()
  changeContact(id: number, contact: Contact): Customer {
    return Object.assign(customerOf(this.shop, id), contact);
  }
}

/** Refunds of orders. */
@Toolset({ prefix: 'refund' })
export class RefundToolset {
  constructor(private readonly shop: Shop) {}

  /** Tells how much of an order can be refunded. */
  @Tool()
  @Hints({ readOnly: true })
  quote(orderId: string): { orderId: string; refundableCents: number } {
    const { totalCents, refundedCents } = orderOf(this.shop, orderId);
    return { orderId, refundableCents: totalCents - refundedCents };
  }

  /** Lists the refunds of an order. */
  @Tool()
  @Hints({ readOnly: true })
  list(orderId: string): Refund[] {
    orderOf(this.shop, orderId);
    return this.shop.refunds.filter((refund) => refund.orderId === orderId);
  }

  /**
   * Pays money back to the customer. A person must approve it.
   * @param amountCents In cents: 12.50 is 1250.
   */
  @Tool()
  @RequiresApproval()
  @Preview('preview')
  create(orderId: string, @Param({ integer: true, minimum: 1 }) amountCents: number, reason: RefundReason): Refund {
    const order = orderOf(this.shop, orderId);
    const left = order.totalCents - order.refundedCents;
    if (amountCents > left) throw new ModelRetry(`Only ${left} cents of the order ${orderId} can be refunded.`);
    order.refundedCents += amountCents;
    const refund = { id: this.shop.refunds.length + 1, orderId, amountCents, reason };
    this.shop.refunds.push(refund);
    return refund;
  }

  preview(orderId: string, amountCents: number, reason: RefundReason): { text: string } {
    return { text: `Refunds ${amountCents} cents of ${orderId} (${reason}).` };
  }
}

/** Reports of the shop. */
@Toolset({ prefix: 'report' })
export class ReportToolset {
  constructor(private readonly shop: Shop) {}

  /** Sums the sales in cents, by month or by country. */
  @Tool()
  @Hints({ readOnly: true })
  sales(by: 'month' | 'country' = 'month'): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const order of this.shop.orders) {
      const key = by === 'month' ? order.placedAt.slice(0, 7) : customerOf(this.shop, order.customerId).country;
      sums[key] = (sums[key] ?? 0) + order.totalCents;
    }
    return sums;
  }
}

function orderOf(shop: Shop, id: string): Order {
  const order = shop.orders.find((one) => one.id === id);
  if (!order) throw new ModelRetry(`There is no order ${id}. Call order_search.`);
  return order;
}

function customerOf(shop: Shop, id: number): Customer {
  const customer = shop.customers.find((one) => one.id === id);
  if (!customer) throw new ModelRetry(`There is no customer ${id}. Call customer_find.`);
  return customer;
}
