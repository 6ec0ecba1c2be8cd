import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a user may do. */
export enum Role {
  Support = 'support',
  Warehouse = 'warehouse',
  Manager = 'manager',
}

/** Somebody who works in the back office of one tenant. */
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
