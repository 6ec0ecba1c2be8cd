import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The refunds of a tenant, added up. */
@Entity()
export class Report {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ select: false })
  tenant!: string;

  @Column()
  count!: number;

  @Column()
  totalCents!: number;

  /** The call that made it. All attempts of the call have the same key. */
  @Column({ unique: true, select: false })
  idempotencyKey!: string;

  @CreateDateColumn()
  createdAt!: Date;
}

/** A report for the model. */
export type ReportView = Omit<Report, 'tenant' | 'idempotencyKey'>;
