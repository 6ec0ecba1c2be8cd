import { firstInStock } from './first-in-stock.js';
import { missingOrder } from './missing-order.js';
import { noteForEach } from './note-for-each.js';
import { onePrice } from './one-price.js';
import { ordersOfOne } from './orders-of-one.js';
import { refund } from './refund.js';
import { stockOfOrder } from './stock-of-order.js';
import type { Task } from './task.js';
import { totalOfCity } from './total-of-city.js';
import { twoPrices } from './two-prices.js';
import { unpaid } from './unpaid.js';

/** The ten tasks, by name. */
export const TASKS: Readonly<Record<string, Task>> = {
  'one price': onePrice,
  'two prices': twoPrices,
  'orders of one customer': ordersOfOne,
  'stock of an order': stockOfOrder,
  'total of a city': totalOfCity,
  'unpaid invoices': unpaid,
  'a note for each': noteForEach,
  'a missing order': missingOrder,
  'a refund to approve': refund,
  'first order in stock': firstInStock,
};
