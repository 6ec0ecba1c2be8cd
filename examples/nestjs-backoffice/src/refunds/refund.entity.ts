import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Why money goes back. */
export enum RefundReason {
  Damaged = 'damaged',
  Late = 'late',
  NotAsDescribed = 'not_as_described',
  Goodwill = 'goodwill',
}

/** Money that went back to a customer. */
@Entity()
export class Refund {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ select: false })
  tenant!: string;

  @Column()
  orderId!: number;

  @Column()
  amountCents!: number;

  @Column()
  reason!: RefundReason;

  @Column('varchar', { nullable: true })
  note!: string | null;

  /** The call of a model that made it. A second refund of the same call is an error. */
  @Column('varchar', { nullable: true, unique: true, select: false })
  idempotencyKey!: string | null;

  /** The user who asked for it. */
  @Column()
  requestedBy!: string;

  @CreateDateColumn()
  createdAt!: Date;
}

/** A refund for the model. */
export type RefundView = Omit<Refund, 'tenant' | 'idempotencyKey'>;
