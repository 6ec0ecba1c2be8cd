import { Injectable } from '@nestjs/common';
import { Param, RequiresApproval, Tool, Toolset } from 'haft';
import { TodoStore } from './todo.store.js';

/** The list of tasks, for other people. */
@Injectable()
@Toolset({ prefix: 'todo' })
export class ShareToolset {
  constructor(private readonly store: TodoStore) {}

  /**
   * Sends the open tasks by mail. A person must approve it.
   * @param to The address of the reader.
   */
  @Tool()
  @RequiresApproval()
  send(@Param({ format: 'email' }) to: string): string {
    const open = this.store.all().filter(({ done }) => !done);
    return `Sent to ${to}: ${open.length} open tasks.`; // your application would send a mail here
  }
}
