import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Where an order stands. */
export enum OrderStatus {
  Placed = 'placed',
  Shipped = 'shipped',
  Cancelled = 'cancelled',
}

/** One article of an order. */
export interface OrderLine {
  article: string;
  quantity: number;
  /** Price of one, in cents. */
  priceCents: number;
}

/** What a customer bought. */
@Entity('orders')
export class Order {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ select: false })
  tenant!: string;

  @Column()
  customerId!: number;

  @Column()
  status!: OrderStatus;

  @Column('simple-json')
  lines!: OrderLine[];

  @Column()
  totalCents!: number;

  /** What was paid back so far. */
  @Column({ default: 0 })
  refundedCents!: number;

  @Column()
  placedAt!: Date;

  @Column('varchar', { nullable: true })
  trackingNumber!: string | null;
}

/** What a model is shown of an order. */
export type OrderView = Omit<Order, 'tenant'>;
