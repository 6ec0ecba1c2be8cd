import type { ModelMessage } from 'ai';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A conversation whose calls wait for a manager. The ledger has the calls. */
@Entity()
export class Conversation {
  /** The run's id. */
  @PrimaryColumn()
  id!: string;

  /** The conversation so far. */
  @Column('simple-json')
  messages!: ModelMessage[];
}
