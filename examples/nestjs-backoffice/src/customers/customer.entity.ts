import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Somebody who buys from a tenant. */
@Entity()
export class Customer {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ select: false })
  tenant!: string;

  @Column()
  name!: string;

  @Column()
  email!: string;

  @Column('varchar', { nullable: true })
  phone!: string | null;
}

/** What a model is shown of a customer. */
export type CustomerView = Omit<Customer, 'tenant'>;
