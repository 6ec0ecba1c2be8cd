/** A customer of the shop. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly email: string;
  readonly phone: string;
  readonly street: string;
}

/** An order of a customer. */
export interface Order {
  readonly id: string;
  readonly customer: string;
  readonly items: readonly string[];
  /** In cents. */
  readonly total: number;
  readonly placed: string;
  readonly shipTo: string;
  readonly carrier: string;
}

/** An invoice of an order. */
export interface Invoice {
  readonly id: string;
  readonly order: string;
  readonly customer: string;
  /** In cents. */
  readonly amount: number;
  readonly paid: boolean;
  readonly due: string;
}

/** The records of a shop, the same in every run. */
export class Books {
  readonly prices: ReadonlyMap<string, number> = new Map(ITEMS.map((item, at) => [item, 900 + at * 1_750] as const));
  readonly stock: ReadonlyMap<string, number> = new Map(ITEMS.map((item, at) => [item, (at * 7) % 5] as const));
  readonly customers: readonly Customer[] = NAMES.map(customerOf);
  readonly orders: readonly Order[];
  readonly invoices: readonly Invoice[];
  readonly notes: { readonly customer: string; readonly text: string }[] = [];
  readonly refunds: { readonly order: string; readonly cents: number }[] = [];

  constructor() {
    this.orders = this.customers.flatMap((customer, at) =>
      [0, 1, 2].slice(0, 1 + (at % 3)).map((number) => this.order(customer, number, at * 3 + number)),
    );
    this.invoices = this.orders.map(({ id, customer, total }, at) => ({
      id: `i-${id}`,
      order: id,
      customer,
      amount: total,
      paid: at % 3 !== 1,
      due: dayOf(at),
    }));
  }

  private order({ id: customer, street, city }: Customer, number: number, seed: number): Order {
    const items = [ITEMS[seed % ITEMS.length], ITEMS[(seed * 3 + 1) % ITEMS.length]].filter((one) => one !== undefined);
    const total = items.reduce((sum, item) => sum + (this.prices.get(item) ?? 0), 0);
    const id = `${customer}-${String(number + 1)}`;
    return { id, customer, items, total, placed: dayOf(seed), shipTo: `${street}, ${city}`, carrier: 'Posten' };
  }
}

function customerOf([name, city]: readonly [string, string], at: number): Customer {
  const id = name.toLowerCase();
  return {
    id,
    name,
    city,
    email: `${id}@example.com`,
    phone: `+47 22 00 ${String(1_000 + at)}`,
    street: `Storgata ${String(at + 1)}`,
  };
}

function dayOf(seed: number): string {
  return new Date(Date.UTC(2026, 0, 1 + seed)).toISOString().slice(0, 10);
}

const ITEMS = ['lamp', 'desk', 'chair', 'shelf', 'rug', 'clock', 'mirror'] as const;
const NAMES: readonly (readonly [string, string])[] = [
  ['Ada', 'Oslo'],
  ['Bo', 'Bergen'],
  ['Cai', 'Oslo'],
  ['Dag', 'Tromsø'],
  ['Eli', 'Oslo'],
  ['Fay', 'Bergen'],
  ...['Geir', 'Hege', 'Ida', 'Jon', 'Kari', 'Lars', 'Mona', 'Nils'].map((name) => [name, 'Oslo'] as const),
  ...['Odd', 'Pia', 'Roar', 'Siv', 'Tor', 'Una', 'Vidar', 'Wenke'].map((name) => [name, 'Stavanger'] as const),
];
