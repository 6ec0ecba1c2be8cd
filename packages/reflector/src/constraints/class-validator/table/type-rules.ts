import { isConstantObject } from '../../../program/constant.js';
import { atLeast, exactly, type RuleEntry } from '../rule-entry.js';

/** Rules about the kind of value. */
export const typeRules: readonly RuleEntry[] = [
  {
    decorator: 'IsBoolean',
    optionsAt: 0,
    read: () => exactly({ type: 'boolean' }),
    says: '`type: boolean`',
    covered: 'yes',
  },
  {
    decorator: 'IsString',
    optionsAt: 0,
    read: () => exactly({ type: 'string' }),
    says: '`type: string`',
    covered: 'yes',
  },
  {
    decorator: 'IsNumber',
    optionsAt: 1,
    read: ([options]) => {
      if (options === undefined) return exactly({ type: 'number' });
      if (!isConstantObject(options)) return undefined;
      // JSON has neither NaN nor Infinity.
      if (options['maxDecimalPlaces'] === undefined) return exactly({ type: 'number' });
      return options['maxDecimalPlaces'] === 0 ? exactly({ type: 'integer' }) : atLeast({ type: 'number' });
    },
    says: '`type: number`, or `integer` for `maxDecimalPlaces: 0`',
    covered: 'without `maxDecimalPlaces` above 0',
    note: 'JSON has neither NaN nor Infinity. class-validator counts decimal places in the printed number.',
  },
  {
    decorator: 'IsInt',
    optionsAt: 0,
    read: () => exactly({ type: 'integer' }),
    says: '`type: integer`',
    covered: 'yes',
    note: 'Haft rejects integers beyond 2^53, which a JSON number cannot represent exactly. class-validator accepts them.',
  },
  {
    decorator: 'IsArray',
    optionsAt: 0,
    read: () => exactly({ type: 'array' }),
    says: '`type: array`',
    covered: 'yes',
  },
  {
    decorator: 'IsObject',
    optionsAt: 0,
    read: () => exactly({ type: 'object' }),
    says: '`type: object`',
    covered: 'yes',
  },
  {
    decorator: 'IsDate',
    optionsAt: 0,
    says: '`format: date-time`, from the type `Date`',
    covered: 'for a property of type `Date`',
    note: 'Haft creates the `Date` before any rule runs, so you need no `@Type` or `@Transform`.',
  },
  {
    decorator: 'IsInstance',
    optionsAt: 1,
    says: 'nothing',
    covered: 'no',
    note: 'The TypeScript type decides the class of a value.',
  },
  {
    decorator: 'IsNotEmptyObject',
    optionsAt: 1,
    // Initialisers of a class give an instance properties that the argument lacks.
    // `nullable: false` reads values.
    read: () => atLeast({ type: 'object' }),
    says: '`type: object`',
    covered: 'no',
    note: 'A class may have initialisers, so the instance can have properties that the argument lacks.',
  },
];
