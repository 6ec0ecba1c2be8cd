import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Role, User } from '../accounts/user.entity.js';
import { Customer } from '../customers/customer.entity.js';
import { Order, OrderStatus } from '../orders/order.entity.js';

/** Two tenants, so that there is something to keep apart. */
@Injectable()
export class Seed implements OnModuleInit {
  constructor(private readonly database: DataSource) {}

  async onModuleInit(): Promise<void> {
    if ((await this.database.getRepository(User).count()) > 0) return;
    await this.database.getRepository(User).save(USERS);
    await this.database.getRepository(Customer).save(CUSTOMERS);
    await this.database.getRepository(Order).save(ORDERS);
  }
}

const USERS: User[] = [
  { id: 'ann', tenant: 'acme', name: 'Ann', roles: [Role.Support], token: 'token-of-ann' },
  { id: 'wes', tenant: 'acme', name: 'Wes', roles: [Role.Warehouse], token: 'token-of-wes' },
  { id: 'mia', tenant: 'acme', name: 'Mia', roles: [Role.Support, Role.Manager], token: 'token-of-mia' },
  { id: 'olga', tenant: 'hosting', name: 'Olga', roles: [Role.Operator], token: 'token-of-olga' },
  { id: 'bob', tenant: 'globex', name: 'Bob', roles: [Role.Support], token: 'token-of-bob' },
  { id: 'meg', tenant: 'globex', name: 'Meg', roles: [Role.Manager], token: 'token-of-meg' },
];

const CUSTOMERS: Customer[] = [
  { id: 1, tenant: 'acme', name: 'Ada Byron', email: 'ada@example.com', phone: '+442079460123' },
  { id: 2, tenant: 'acme', name: 'Grace Hopper', email: 'grace@example.com', phone: null },
  { id: 3, tenant: 'globex', name: 'Ada Lovelace', email: 'lovelace@example.org', phone: null },
];

const ORDERS: Partial<Order>[] = [
  order(101, 'acme', 1, '2026-01-10', OrderStatus.Shipped, 'Desk lamp', 2, 4_500),
  order(102, 'acme', 1, '2026-02-03', OrderStatus.Placed, 'Office chair', 1, 25_900),
  order(103, 'acme', 2, '2026-02-05', OrderStatus.Placed, 'Notebook', 10, 350),
  order(201, 'globex', 3, '2026-01-20', OrderStatus.Shipped, 'Standing desk', 1, 61_000),
];

function order(
  id: number,
  tenant: string,
  customerId: number,
  day: string,
  status: OrderStatus,
  article: string,
  quantity: number,
  priceCents: number,
): Partial<Order> {
  const lines = [{ article, quantity, priceCents }];
  const totalCents = quantity * priceCents;
  return { id, tenant, customerId, status, lines, totalCents, placedAt: new Date(`${day}T09:00:00Z`) };
}
