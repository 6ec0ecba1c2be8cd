import { hasOthers, isEmail, isInteger, isNumber, isObject, isText } from './checks.js';
import { Problems, type Problem } from './problems.js';

const KEYS = new Set(['orderId', 'customer', 'shipping', 'items', 'note']);
const CUSTOMER_KEYS = new Set(['id', 'name', 'email']);
const PICKUP_KEYS = new Set(['type', 'storeId']);
const DELIVERY_KEYS = new Set(['type', 'street', 'city', 'zip']);
const ITEM_KEYS = new Set(['sku', 'quantity', 'unitPrice', 'kind', 'discount', 'ref']);
const PERCENT_KEYS = new Set(['type', 'value']);
const CODE_KEYS = new Set(['type', 'code']);

/** Returns the problems of an L, or undefined if there are none. */
export function checkL(value: unknown): readonly Problem[] | undefined {
  return isL(value) ? undefined : explain(value);
}

function isL(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { orderId, customer, shipping, items, note } = value;
  if (!isText(orderId) || orderId.length < 1) return false;
  if (!isObject(customer) || !isText(customer['id']) || !isText(customer['name'])) return false;
  if (!isEmail(customer['email']) || hasOthers(customer, CUSTOMER_KEYS)) return false;
  if (!isShipping(shipping)) return false;
  if (!Array.isArray(items) || items.length < 1 || items.length > 100) return false;
  for (const item of items) if (!isItem(item)) return false;
  if (note !== undefined && !isText(note)) return false;
  return !hasOthers(value, KEYS);
}

function isShipping(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value['type'] === 'pickup') return isText(value['storeId']) && !hasOthers(value, PICKUP_KEYS);
  if (value['type'] !== 'delivery') return false;
  const { street, city, zip } = value;
  return isText(street) && isText(city) && isText(zip) && !hasOthers(value, DELIVERY_KEYS);
}

function isItem(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { sku, quantity, unitPrice, kind, discount, ref } = value;
  if (!isText(sku) || sku.length < 1 || !isInteger(quantity, 1, 1000) || !isNumber(unitPrice, 0, Infinity))
    return false;
  if (kind !== 'physical' && kind !== 'digital' && kind !== 'service') return false;
  if (!isDiscount(discount) || (!isText(ref) && typeof ref !== 'number')) return false;
  return !hasOthers(value, ITEM_KEYS);
}

function isDiscount(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value['type'] === 'percent') return isNumber(value['value'], 0, 100) && !hasOthers(value, PERCENT_KEYS);
  return value['type'] === 'code' && isText(value['code']) && !hasOthers(value, CODE_KEYS);
}

function explain(value: unknown): readonly Problem[] | undefined {
  if (!isObject(value)) return [{ path: '', message: 'must be object' }];
  const problems = new Problems();
  const { orderId, customer, shipping, items, note } = value;
  if (!isText(orderId) || orderId.length === 0) problems.add('orderId', 'must be a non-empty string');
  explainCustomer(customer, problems);
  explainShipping(shipping, problems);
  if (!Array.isArray(items) || items.length < 1 || items.length > 100) {
    problems.add('items', 'must be an array of 1 to 100 items');
  } else {
    for (let i = 0; i < items.length; i++) if (!isItem(items[i])) explainItem(items[i], `items[${i}]`, problems);
  }
  if (note !== undefined && !isText(note)) problems.add('note', 'must be a string');
  problems.refuseOthers(value, KEYS, '');
  return problems.list;
}

function explainCustomer(value: unknown, problems: Problems): void {
  if (!isObject(value)) {
    problems.add('customer', 'must be object');
    return;
  }
  if (!isText(value['id'])) problems.add('customer.id', 'must be a string');
  if (!isText(value['name'])) problems.add('customer.name', 'must be a string');
  if (!isEmail(value['email'])) problems.add('customer.email', 'must be an email');
  problems.refuseOthers(value, CUSTOMER_KEYS, 'customer.');
}

function explainShipping(value: unknown, problems: Problems): void {
  if (!isObject(value)) {
    problems.add('shipping', 'must be object');
  } else if (value['type'] === 'pickup') {
    if (!isText(value['storeId'])) problems.add('shipping.storeId', 'must be a string');
    problems.refuseOthers(value, PICKUP_KEYS, 'shipping.');
  } else if (value['type'] === 'delivery') {
    for (const key of ['street', 'city', 'zip'])
      if (!isText(value[key])) problems.add(`shipping.${key}`, 'must be a string');
    problems.refuseOthers(value, DELIVERY_KEYS, 'shipping.');
  } else {
    problems.add('shipping.type', 'must be one of pickup, delivery');
  }
}

function explainItem(value: unknown, path: string, problems: Problems): void {
  if (!isObject(value)) {
    problems.add(path, 'must be object');
    return;
  }
  const { sku, quantity, unitPrice, kind, discount, ref } = value;
  if (!isText(sku) || sku.length === 0) problems.add(`${path}.sku`, 'must be a non-empty string');
  if (!isInteger(quantity, 1, 1000)) problems.add(`${path}.quantity`, 'must be an integer from 1 to 1000');
  if (!isNumber(unitPrice, 0, Infinity)) problems.add(`${path}.unitPrice`, 'must be a number of at least 0');
  if (kind !== 'physical' && kind !== 'digital' && kind !== 'service') {
    problems.add(`${path}.kind`, 'must be one of physical, digital, service');
  }
  explainDiscount(discount, `${path}.discount`, problems);
  if (!isText(ref) && typeof ref !== 'number') problems.add(`${path}.ref`, 'must be a string or a number');
  problems.refuseOthers(value, ITEM_KEYS, `${path}.`);
}

function explainDiscount(value: unknown, path: string, problems: Problems): void {
  if (!isObject(value)) {
    problems.add(path, 'must be object');
  } else if (value['type'] === 'percent') {
    if (!isNumber(value['value'], 0, 100)) problems.add(`${path}.value`, 'must be a number from 0 to 100');
    problems.refuseOthers(value, PERCENT_KEYS, `${path}.`);
  } else if (value['type'] === 'code') {
    if (!isText(value['code'])) problems.add(`${path}.code`, 'must be a string');
    problems.refuseOthers(value, CODE_KEYS, `${path}.`);
  } else {
    problems.add(`${path}.type`, 'must be one of percent, code');
  }
}
