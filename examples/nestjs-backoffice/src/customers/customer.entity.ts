import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A customer of a tenant. */
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

/** A customer for the model. */
export type CustomerView = Omit<Customer, 'tenant'>;
