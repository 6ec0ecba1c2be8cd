import { createParamDecorator, Inject, Param, Tool, Toolset, type RunContext } from 'haft';

export const ORDERS = Symbol('ORDERS');
export type Orders = Record<string, string[]>;

const Customer = createParamDecorator((run: RunContext<{ customer: string }>) => run.deps.customer);

@Toolset({ prefix: 'order' })
export class OrderToolset {
  /**
   * Lists orders of the customer.
   * @param limit The largest number of orders.
   */
  @Tool()
  list(
    @Customer() customer: string,
    @Inject(ORDERS) orders: Orders,
    @Param({ integer: true, minimum: 1 }) limit = 10,
  ): string[] {
    return (orders[customer] ?? []).slice(0, limit);
  }
}
