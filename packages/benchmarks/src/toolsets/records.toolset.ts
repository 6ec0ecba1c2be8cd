import { Param, Tool, Toolset } from 'haft';
import { records, type Item } from './records.js';

/** Tools for programs and plans. */
@Toolset({ prefix: 'records' })
export class RecordsToolset {
  /**
   * Find one item
   * @param id The number of the item.
   */
  @Tool()
  async find(@Param({ integer: true, minimum: 1, maximum: 100_000 }) id: number): Promise<Item> {
    return records.find(id);
  }

  /**
   * List the first items
   * @param count Most items.
   */
  @Tool()
  async list(@Param({ integer: true, minimum: 1, maximum: 100_000 }) count: number): Promise<Item[]> {
    return records.list(count);
  }
}
