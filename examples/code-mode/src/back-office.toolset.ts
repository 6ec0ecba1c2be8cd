import { Hints, Param, RequiresApproval, Tool, ToolFailed, Toolset } from 'haft';
import { Books, type Customer, type Invoice, type Order } from './books.js';

/** The back office of a shop. Amounts are in cents. */
@Toolset()
export class BackOffice {
  constructor(private readonly books: Books) {}

  /**
   * Lists the customers.
   * @param city Only customers in this city.
   */
  @Tool()
  @Hints({ readOnly: true })
  findCustomers(city?: string): Customer[] {
    return this.books.customers.filter((one) => city === undefined || one.city === city);
  }

  /**
   * Lists the orders of a customer.
   * @param customer Id of the customer.
   */
  @Tool()
  @Hints({ readOnly: true })
  listOrders(customer: string): Order[] {
    return this.books.orders.filter((one) => one.customer === customer);
  }

  /**
   * Returns an order.
   * @param id Id of the order.
   */
  @Tool()
  @Hints({ readOnly: true })
  getOrder(id: string): Order {
    const order = this.books.orders.find((one) => one.id === id);
    if (order === undefined) throw new ToolFailed(`There is no order ${id}.`);
    return order;
  }

  /**
   * Lists the invoices of a customer.
   * @param customer Id of the customer.
   */
  @Tool()
  @Hints({ readOnly: true })
  listInvoices(customer: string): Invoice[] {
    return this.books.invoices.filter((one) => one.customer === customer);
  }

  /**
   * Returns the price of an item.
   * @param item Name of the item.
   */
  @Tool()
  @Hints({ readOnly: true })
  getPrice(item: string): number {
    return this.known(this.books.prices, item);
  }

  /**
   * Returns how many of an item are in stock.
   * @param item Name of the item.
   */
  @Tool()
  @Hints({ readOnly: true })
  getStock(item: string): number {
    return this.known(this.books.stock, item);
  }

  /**
   * Writes a note about a customer.
   * @param customer Id of the customer.
   * @param text The note.
   */
  @Tool()
  addNote(customer: string, text: string): string {
    this.books.notes.push({ customer, text });
    return 'Saved.';
  }

  /**
   * Pays money back. Amounts over 3,000 need an approval.
   * @param order Id of the order.
   * @param cents The amount.
   */
  @Tool()
  @RequiresApproval(({ cents }: { cents: number }) => cents > 3_000)
  refundOrder(order: string, @Param({ integer: true, minimum: 1 }) cents: number): string {
    this.books.refunds.push({ order: this.getOrder(order).id, cents });
    return `Refunded ${cents}.`;
  }

  private known(numbers: ReadonlyMap<string, number>, item: string): number {
    const found = numbers.get(item);
    if (found === undefined) throw new ToolFailed(`There is no item '${item}'.`);
    return found;
  }
}
