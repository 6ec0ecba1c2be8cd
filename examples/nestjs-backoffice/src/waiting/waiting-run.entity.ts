import type { ModelMessage } from 'ai';
import type { PendingRun } from 'haft';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A conversation that waits for a manager. */
@Entity()
export class WaitingRun {
  /** The run's id. */
  @PrimaryColumn()
  id!: string;

  @Column()
  tenant!: string;

  /** For whom the model works. */
  @Column()
  userId!: string;

  /** The signed state that continues the calls. */
  @Column('simple-json')
  pending!: PendingRun;

  /** The conversation so far. */
  @Column('simple-json')
  messages!: ModelMessage[];
}
