import type { ArgumentsOf, LArguments, MArguments, SArguments, Shape } from './shapes.js';

/**
 * The number of variants of each payload: a power of two, so that a counter selects one with `&`.
 */
const VARIANTS = 8;
export const VARIANT_MASK = VARIANTS - 1;

/** The payloads of one shape, as objects and as JSON text of a model. */
export interface Payloads<T> {
  readonly objects: readonly T[];
  readonly texts: readonly string[];
}

/** The payloads of a model for one shape. */
export interface ShapePayloads<S extends Shape> {
  readonly valid: Payloads<ArgumentsOf[S]>;
  readonly invalid: Payloads<unknown>;
}

interface AllPayloads {
  readonly S: ShapePayloads<'S'>;
  readonly M: ShapePayloads<'M'>;
  readonly L: ShapePayloads<'L'>;
}

/** The payloads that every participant must accept, and those that it must reject. */
export const payloads: AllPayloads = {
  S: { valid: variants(validS), invalid: variants(invalidS) },
  M: { valid: variants(validM), invalid: variants(invalidM) },
  L: { valid: variants(validL), invalid: variants(invalidL) },
};

/** The wrong fields in the invalid payloads. */
export const WRONG_FIELDS: Readonly<Record<Shape, readonly string[]>> = {
  S: ['limit'],
  M: ['priority', 'assignee.email', 'tags[2]'],
  L: ['items[7].quantity', 'items[13].kind', 'items[19].ref'],
};

function variants<T>(make: (i: number) => T): Payloads<T> {
  const objects = Array.from({ length: VARIANTS }, (_, i) => make(i));
  return { objects, texts: objects.map((one) => JSON.stringify(one)) };
}

function validS(i: number): SArguments {
  return { query: `find ${word(i, 12)} in ${word(i + 9, 7)}`, limit: 1 + ((i * 13) % 100) };
}

function invalidS(i: number): unknown {
  return { ...validS(i), limit: 1000 + i };
}

function validM(i: number): MArguments {
  return {
    title: `Fix ${word(i, 20)}`,
    priority: pick(['low', 'normal', 'high', 'urgent'], i),
    assignee: { name: `Ann ${word(i, 8)}`, email: `${word(i, 7)}@example.com` },
    tags: [word(i, 5), word(i + 1, 6), word(i + 2, 7), word(i + 3, 4)],
    contactEmail: `${word(i + 5, 9)}@mail.example.org`,
    link: `https://example.com/${word(i, 6)}/${i}?q=${word(i, 4)}`,
    estimate: (i * 37) % 1000,
    notify: i % 2 === 0,
  };
}

function invalidM(i: number): unknown {
  const { tags, assignee, ...rest } = validM(i);
  const wrongTags = tags.map((tag, position) => (position === 2 ? 42 : tag));
  return { ...rest, priority: 'asap', assignee: { ...assignee, email: 'not-an-email' }, tags: wrongTags };
}

function validL(i: number): LArguments {
  return {
    orderId: `ord_${word(i, 10)}`,
    customer: { id: `c_${word(i, 8)}`, name: `Bob ${word(i, 9)}`, email: `${word(i, 8)}@example.com` },
    shipping:
      i % 2 === 1
        ? { type: 'pickup', storeId: `st_${word(i, 5)}` }
        : { type: 'delivery', street: `${i} ${word(i, 9)} St`, city: word(i, 7), zip: `${10000 + i}` },
    items: Array.from({ length: 20 }, (_, k) => ({
      sku: `sku_${word(i * 20 + k, 8)}`,
      quantity: 1 + ((k * 7 + i) % 50),
      unitPrice: ((k * 731 + i * 17) % 10000) / 100,
      kind: pick(['physical', 'digital', 'service'], k),
      discount:
        k % 2 === 1 ? { type: 'percent', value: (k * 5) % 100 } : { type: 'code', code: word(k, 6).toUpperCase() },
      ref: k % 2 === 1 ? `r-${word(k, 5)}` : 1000 + k,
    })),
    note: `please ${word(i, 18)}`,
  };
}

function invalidL(i: number): unknown {
  const order = validL(i);
  const wrong: Record<number, object> = { 7: { quantity: 0 }, 13: { kind: 'gift' }, 19: { ref: true } };
  return { ...order, items: order.items.map((item, k) => ({ ...item, ...wrong[k] })) };
}

function pick<T extends string>(from: readonly T[], i: number): T {
  return from[i % from.length] as T;
}

/** Returns an invented word that depends only on its seed. */
function word(seed: number, length: number): string {
  let state = ((seed + 1) * 2654435761) >>> 0;
  let text = '';
  for (let k = 0; k < length; k++) {
    state = (state * 1664525 + 1013904223) >>> 0;
    text += String.fromCharCode(97 + ((state >>> 24) % 26));
  }
  return text;
}
