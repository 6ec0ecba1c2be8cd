import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The role of a user. */
export enum Role {
  Support = 'support',
  Warehouse = 'warehouse',
  Manager = 'manager',
  /** Operates the back office for all tenants. */
  Operator = 'operator',
}

/** A user in the back office of one tenant. */
@Entity()
export class User {
  @PrimaryColumn()
  id!: string;

  @Column()
  tenant!: string;

  @Column()
  name!: string;

  @Column('simple-array')
  roles!: Role[];

  @Column({ unique: true })
  token!: string;
}
