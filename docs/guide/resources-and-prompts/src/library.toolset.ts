import { realpath, readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { Complete, Prompt, Requires, Resource, ToolFailed, Toolset, type RunContext } from 'haft';

interface Order {
  id: number;
  item: string;
  open: boolean;
}

const ORDERS: readonly Order[] = [
  { id: 7, item: 'oars', open: true },
  { id: 70, item: 'a boat', open: false },
];

/** Orders, for clients. */
@Toolset()
export class Library {
  // #region resources
  /**
   * An order.
   * @param id - Its number.
   * @param part - The part to read.
   */
  @Requires('orders:read')
  @Resource('orders://{id}{?part}', { title: 'Order', list: 'orders' })
  order(id: number, part: 'all' | 'item' = 'all'): Order | string {
    const order = ORDERS.find((one) => one.id === id);
    if (order === undefined) throw new ToolFailed('There is no such order.');
    return part === 'all' ? order : order.item;
  }

  /** The open orders. */
  @Requires('orders:read')
  @Resource('orders://open')
  open(): Order[] {
    return ORDERS.filter((one) => one.open);
  }

  orders(run: RunContext): { uri: string; name: string }[] {
    run.logger.info('A client lists the orders.');
    return ORDERS.map(({ id, item }) => ({ uri: `orders://${id}`, name: item }));
  }
  // #endregion resources

  // #region containment
  /**
   * A page of the manual.
   * @param path - Its file, such as `boats/oars.txt`.
   */
  @Resource('manual://{+path}')
  async manual(path: string): Promise<string> {
    const root = await realpath('manual');
    const file = await realpath(resolve(root, path)).catch(() => undefined);
    if (!file?.startsWith(root + sep)) throw new ToolFailed('There is no such page.');
    return readFile(file, 'utf8');
  }
  // #endregion containment

  // #region prompt
  /**
   * Asks for a summary of an order.
   * @param id - The number of the order.
   * @param tone - How long it is.
   */
  @Prompt({ title: 'Summarise an order' })
  summary(id: number, tone: 'short' | 'long' = 'short'): Prompt {
    const order = this.order(id);
    return [
      { role: 'assistant', text: 'I write about orders.' },
      { role: 'user', text: `Write a ${tone} summary of ${JSON.stringify(order)}.` },
    ];
  }
  // #endregion prompt

  // #region complete
  @Complete('order', 'id')
  @Complete('summary', 'id')
  ids(text: string): string[] {
    return ORDERS.map(({ id }) => String(id)).filter((id) => id.startsWith(text));
  }
  // #endregion complete
}
