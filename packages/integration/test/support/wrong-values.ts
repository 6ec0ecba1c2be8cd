/** Values for the tools of the fixture `entrances`. */
export type Values = Readonly<Record<string, unknown>>;

/** Values that each tool accepts. */
export const RIGHT = {
  pin: '1234',
  count: 2,
  on: '2026-01-31T09:00:00Z',
  contact: { name: 'Ada', mail: 'ada@host.org' },
};
const { pin: _pin, ...WITHOUT_PIN } = RIGHT;
const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)]);

/** Values, and the places that are wrong. */
export const WRONG: readonly (readonly [string, Values, readonly string[]])[] = [
  ['a text that breaks the pattern', { ...RIGHT, pin: 'abc' }, ['pin']],
  ['a number that is too large', { ...RIGHT, count: 10 }, ['count']],
  ['a value of another type', { ...RIGHT, count: true }, ['count']],
  ['a text that is not a date', { ...RIGHT, on: 'yesterday' }, ['on']],
  ['an absent value', WITHOUT_PIN, ['pin']],
  ['an unknown name', { ...RIGHT, extra: 1 }, ['extra']],
  ['an unknown name inside', { ...RIGHT, contact: { ...RIGHT.contact, admin: true } }, ['contact.admin']],
  ['two mistakes', { ...RIGHT, pin: 5, on: [] }, ['pin', 'on']],
  ['a reserved name', JSON.parse(`{"__proto__":1,${JSON.stringify(RIGHT).slice(1)}`) as Values, ['__proto__']],
];

/** Values that break rules of classes, which only arguments of methods have. */
export const BROKEN_RULES: typeof WRONG = [
  ['a rule that the schema says', { ...RIGHT, contact: { ...RIGHT.contact, name: 'A' } }, ['contact.name']],
  ['a rule that runs at the call', { ...RIGHT, contact: { ...RIGHT.contact, mail: 'ada@host' } }, ['contact.mail']],
];

/** Values with a list that has too many levels. */
export const TOO_DEEP: Values = { ...RIGHT, note: deep(70) };
