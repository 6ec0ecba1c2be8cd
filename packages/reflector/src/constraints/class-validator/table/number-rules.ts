import type { Constant } from '../../../program/constant.js';
import { exactly, type RuleEntry, type RuleReading } from '../rule-entry.js';

/** Rules about numbers. */
export const numberRules: readonly RuleEntry[] = [
  {
    decorator: 'Min',
    optionsAt: 1,
    read: ([bound]) => bounded(bound, (minimum) => exactly({ type: 'number', minimum })),
    says: '`minimum`',
    covered: 'yes',
  },
  {
    decorator: 'Max',
    optionsAt: 1,
    read: ([bound]) => bounded(bound, (maximum) => exactly({ type: 'number', maximum })),
    says: '`maximum`',
    covered: 'yes',
  },
  {
    decorator: 'IsPositive',
    optionsAt: 0,
    read: () => exactly({ type: 'number', exclusiveMinimum: 0 }),
    says: '`exclusiveMinimum: 0`',
    covered: 'yes',
  },
  {
    decorator: 'IsNegative',
    optionsAt: 0,
    read: () => exactly({ type: 'number', exclusiveMaximum: 0 }),
    says: '`exclusiveMaximum: 0`',
    covered: 'yes',
  },
  {
    decorator: 'IsDivisibleBy',
    optionsAt: 1,
    read: ([divisor]) =>
      bounded(divisor, (multipleOf) =>
        // class-validator truncates the divisor to an integer, and only integers are multiples of
        // one.
        Number.isSafeInteger(multipleOf) && multipleOf > 0 ? exactly({ type: 'integer', multipleOf }) : undefined,
      ),
    says: '`type: integer`, `multipleOf`',
    covered: 'for a positive integer',
    note: 'class-validator ignores the fraction of any other divisor.',
  },
];

function bounded(value: Constant, read: (bound: number) => RuleReading | undefined): RuleReading | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? read(value) : undefined;
}
