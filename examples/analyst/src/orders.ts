import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The exchange rates to euros. */
export const RATES: Readonly<Record<string, number>> = { EUR: 1, NOK: 0.085, USD: 0.92 };

const CITIES = ['Bern', 'Lima', 'Oslo', 'Rome', 'Turin'];
const COUNT = 50_000;

/** An order in its currency. */
interface Order {
  readonly id: number;
  readonly city: string;
  readonly currency: string;
  readonly amount: number;
}

/** The same orders in every run of the example. */
function* orders(): Generator<Order> {
  const currencies = Object.keys(RATES);
  for (let id = 1; id <= COUNT; id += 1) {
    const city = CITIES[(id * 7) % CITIES.length] ?? '';
    const currency = currencies[(id * 11 + Math.floor(id / 13)) % currencies.length] ?? '';
    yield { id, city, currency, amount: ((id * 7919) % 100_000) / 100 };
  }
}

/** Writes the orders to `orders.csv`. */
export async function writeOrders(folder: string): Promise<void> {
  const lines = [...orders()].map(
    ({ id, city, currency, amount }) => `${String(id)},${city},${currency},${String(amount)}`,
  );
  await writeFile(join(folder, 'orders.csv'), `id,city,currency,amount\n${lines.join('\n')}\n`);
}

/** Calculates the totals in euros without SQL: the greatest one first. */
export function expectedTotals(): { city: string; total: number }[] {
  const totals = new Map<string, number>();
  for (const { city, currency, amount } of orders()) {
    totals.set(city, (totals.get(city) ?? 0) + amount * (RATES[currency] ?? Number.NaN));
  }
  return [...totals]
    .map(([city, total]) => ({ city, total: Math.round(total * 100) / 100 }))
    .sort((one, other) => other.total - one.total);
}
