import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The status of an order. */
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

/** An order of a customer. */
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

  /** The amount paid back so far. */
  @Column({ default: 0 })
  refundedCents!: number;

  @Column()
  placedAt!: Date;

  @Column('varchar', { nullable: true })
  trackingNumber!: string | null;
}

/** An order for the model. */
export type OrderView = Omit<Order, 'tenant'>;
