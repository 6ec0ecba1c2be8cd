import type { Class } from '@haft/core';
import type { VisitRules } from '@haft/core/reflected';
import type { Path } from '@haft/schema';
import * as classValidator from 'class-validator';
import { describeSuite } from '../../../../scripts/suites/public-suite.js';
import { validatorMessages } from '../support/validator-messages.js';

/*
 * The recorded values and cases of class-validator: each rule of each property runs as in a call,
 * with the same result as in class-validator. The schema covers features of `validate()` alone
 * (whitelists, unknown values).
 */

interface Decorated {
  readonly decorator: string;
  readonly args: readonly unknown[];
}

interface Group {
  readonly decorators: readonly Decorated[];
  readonly accept: readonly unknown[];
  readonly reject: readonly { readonly value: unknown; readonly constraints: Readonly<Record<string, string>> }[];
}

interface RecordedError {
  readonly property?: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly children?: readonly RecordedError[];
}

interface Case {
  readonly test: string;
  readonly classes: Readonly<Record<string, Readonly<Record<string, readonly Decorated[]>>>>;
  readonly object: unknown;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly errors: readonly RecordedError[];
}

/** Returns the values of tagged objects, with instances of `classes` if `$class` names one. */
function decoded(value: unknown, classes: ReadonlyMap<string, new () => object> = new Map()): unknown {
  const inside = (one: unknown): unknown => decoded(one, classes);
  if (Array.isArray(value)) return value.map(inside);
  if (typeof value !== 'object' || value === null) return value;
  const { $class, $date, $regexp, flags, $number, $map, $set, ...rest } = value as Readonly<Record<string, unknown>>;
  if ('$undefined' in value) return undefined;
  if ($date !== undefined) return new Date($date as string);
  if ($number !== undefined) return Number($number);
  if ($regexp !== undefined) return new RegExp($regexp as string, flags as string);
  if ($set !== undefined) return new Set(($set as unknown[]).map(inside));
  if ($map !== undefined) return new Map(($map as [unknown, unknown][]).map(([key, one]) => [key, inside(one)]));
  const known = classes.get($class as string);
  const object = known === undefined ? {} : new known();
  return Object.assign(object, Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, inside(one)])));
}

const FUNCTIONS: Readonly<Record<string, () => boolean>> = { 'always true': () => true, 'always false': () => false };

function argument(value: unknown): unknown {
  const words = (value as { readonly $function?: string } | null)?.$function;
  return words === undefined ? decoded(value) : FUNCTIONS[words];
}

function classOf(properties: Readonly<Record<string, readonly Decorated[]>>, name = 'Dto'): new () => object {
  const dto = { [name]: class {} }[name] as new () => object;
  const decorators = classValidator as unknown as Readonly<Record<string, (...args: unknown[]) => PropertyDecorator>>;
  for (const [property, uses] of Object.entries(properties)) {
    for (const { decorator, args } of [...uses].reverse()) {
      decorators[decorator]?.(...args.map(argument))(dto.prototype as object, property);
    }
  }
  return dto;
}

/** Visits every instance with rules, as generated code does. */
function visitAll(
  decorated: ReadonlyMap<unknown, readonly string[]>,
  value: unknown,
  visit: VisitRules,
  path: Path,
): void {
  if (typeof value !== 'object' || value === null) return;
  const properties = decorated.get(value.constructor);
  if (properties !== undefined) visit(value, value.constructor as unknown as Class, properties, path);
  const list = value instanceof Map ? value : value instanceof Set ? [...value] : undefined;
  const entries = list === undefined ? Object.entries(value) : list.entries();
  for (const [key, one] of entries) visitAll(decorated, one, visit, [...path, key as string | number]);
}

describeSuite<{ groups: readonly Group[] }>(
  'recorded values',
  'class-validator/decorator-values.json',
  ({ groups }) => {
    const isRunnable = ({ decorators }: Group) => !JSON.stringify(decorators).includes('$function');

    test.each(groups.filter(isRunnable).map((group) => [JSON.stringify(group.decorators), group] as const))(
      '%s',
      async (_title, { decorators, accept, reject }) => {
        const dto = classOf({ someProperty: decorators });
        const run = async (value: unknown) => {
          const instance = Object.assign(new dto(), { someProperty: decoded(value) });
          const visit = (args: object, visitor: VisitRules) => visitor(args, dto, ['someProperty'], []);
          const issues = await validatorMessages(visit as never, instance);
          return Object.fromEntries(issues.map(({ rule, message }) => [rule, message]));
        };
        for (const value of accept) expect({ value, broken: await run(value) }).toEqual({ value, broken: {} });
        for (const { value, constraints } of reject) {
          const broken = await run(value);
          const isDate = decorators.some(({ decorator }) => /^M(?:in|ax)Date$/.test(decorator));
          // A date is printed in local time.
          expect({ value, broken: isDate ? Object.keys(broken) : broken }).toEqual({
            value,
            broken: isDate ? Object.keys(constraints) : constraints,
          });
        }
      },
    );
  },
);

describeSuite<{ cases: readonly Case[] }>(
  'recorded structures',
  'class-validator/structure-cases.json',
  ({ cases }) => {
    const RUN_TIME_OPTIONS = ['groups'];
    /**
     * Returns whether a case can run: not if it is only described, or needs `validate()` itself.
     */
    const isRunnable = ({ classes, object, errors, options = {} }: Case) => {
      const text = JSON.stringify(classes);
      const words = text.replace(/\{"\$function":"always (?:true|false)"\}/g, '');
      return (
        Object.values(classes).some((one) => Object.keys(one).length > 0) &&
        !/\$function|\$symbol|ValidatePromise/.test(words) &&
        // The rule of a custom decorator of which only the error is recorded.
        !JSON.stringify(errors).includes('isLongerThan') &&
        !JSON.stringify(object).includes('$promise') &&
        Object.keys(options).every((name) => RUN_TIME_OPTIONS.includes(name))
      );
    };
    const runnable = cases.filter(isRunnable);

    test.each(runnable.map((one, index) => [`${index}: ${one.test}`, one] as const))('%s', async (_title, one) => {
      const classes = new Map(
        Object.entries(one.classes).map(([name, properties]) => [name, classOf(properties, name)]),
      );
      const decorated = new Map<unknown, readonly string[]>(
        [...classes].map(([name, dto]) => [dto, Object.keys(one.classes[name] ?? {})]),
      );
      const object = decoded(one.object, classes) as object;
      const visit = (args: object, visitor: VisitRules) => {
        visitAll(decorated, args, visitor, []);
      };
      const groups = decoded(one.options?.['groups']) as readonly string[] | undefined;
      const issues = await validatorMessages(visit as never, object, { groups });
      const ours = issues.map(({ path, rule, message }) => `${path.join('.')} ${rule}: ${message}`);
      const theirs = [...flat(one.errors, '')];
      // A deliberate difference: an object inside is checked whatever the groups of its
      // `@ValidateNested` are.
      const isNestedGroup = one.test.includes('given group') && JSON.stringify(one.classes).includes('ValidateNested');
      if (isNestedGroup) expect(ours).toEqual(expect.arrayContaining(theirs));
      else expect(ours.sort()).toEqual(theirs.sort());
    });

    test('most cases run here', () => {
      expect(runnable.length).toBeGreaterThan(60);
    });
  },
);

/** The errors of rules, by path. */
function* flat(errors: readonly RecordedError[], parent: string): Generator<string> {
  for (const { property = '', constraints = {}, children = [] } of errors) {
    const path = parent === '' ? property : `${parent}.${property}`;
    for (const [rule, message] of Object.entries(constraints)) {
      // For an item that is not an object, class-validator reports the item.
      if (rule === 'nestedValidation') yield `${/^\d+$/.test(property) ? parent : path} ${rule}: ${message}`;
      else if (!['unknownValue', 'whitelistValidation'].includes(rule)) yield `${path} ${rule}: ${message}`;
    }
    yield* flat(children, path);
  }
}
