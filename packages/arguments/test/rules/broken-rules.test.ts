import type { Class } from '@haft/core';
import type { VisitRules } from '@haft/core/reflected';
import type { Issue, Path } from '@haft/schema';
import * as cv from 'class-validator';
import { ruleIssues } from '../../src/rules/rule-issues.js';
import { validatorMessages } from '../support/validator-messages.js';

/** Visits all properties of one instance, as generated code does for the uncovered ones. */
function visitor(dto: Class, properties: readonly string[], path: Path = []) {
  return (args: object, visit: VisitRules) => visit(args, dto, properties, path);
}

function broken<T extends object>(dto: new () => T, values: Partial<T>, groups?: readonly string[]) {
  return ruleIssues(visitor(dto, propertiesOf(dto)) as never, Object.assign(new dto(), values), { groups });
}

function propertiesOf(dto: Class): readonly string[] {
  const rules = cv.getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return [...new Set(rules.map((rule) => rule.propertyName))];
}

/** Expects the same rule names and messages as those of `validate()`. */
async function expectSameAsValidate<T extends object>(
  dto: new () => T,
  values: Partial<T>,
  groups?: string[],
): Promise<void> {
  const errors = await cv.validate(Object.assign(new dto(), values), {
    ...(groups && { groups }),
    forbidUnknownValues: false,
  });
  const theirs = errors.flatMap(({ property, constraints = {} }) =>
    Object.entries(constraints).map(([rule, message]) => `${property} ${rule}: ${message}`),
  );
  const instance = Object.assign(new dto(), values);
  const messages = await validatorMessages(visitor(dto, propertiesOf(dto)) as never, instance, { groups });
  const ours = messages.map(({ path, rule, message }) => `${path.join('.')} ${rule}: ${message}`);
  expect([...new Set(ours)].sort()).toEqual(theirs.sort());
}

class Contact {
  @cv.IsEmail()
  @cv.MaxLength(20, { message: '$property: $value is longer than $constraint1 ($target)' })
  mail!: string;

  @cv.IsOptional()
  @cv.IsUrl({}, { message: (args) => `${args.property} is no URL: ${String(args.value)}` })
  page?: string | null;

  @cv.IsIn(['a', 'b'], { each: true })
  tags: string[] = ['a'];

  @cv.ValidateIf((contact: Contact) => contact.mail !== 'nobody@example.com')
  @cv.IsDefined()
  @cv.IsPhoneNumber('CH')
  phone?: string;
}

const valid = { mail: 'ada@example.com', phone: '+41 44 668 18 00' };

describe('the verdict and the messages are those of validate() [VAL-3]', () => {
  test.each<[string, Partial<Contact>]>([
    ['a valid object', valid],
    ['a message with its tokens', { ...valid, mail: 'somebody.with.a.long.name@example.com' }],
    ['two broken rules of a property', { ...valid, mail: 'no address at all, and too long' }],
    ['an optional property that is null', { ...valid, page: null }],
    ['a message that a function writes', { ...valid, page: 'no page' }],
    ['items', { ...valid, tags: ['a', 'c'] }],
    ['a condition that holds', { mail: valid.mail }],
    ['a condition that does not hold', { mail: 'nobody@example.com' }],
    ['a value of another type', { ...valid, mail: 5 as never }],
  ])('%s', async (_what, values) => {
    await expectSameAsValidate(Contact, values);
  });

  test('an issue has the place, the rule and the value', async () => {
    const [issue] = await broken(Contact, { ...valid, page: 'no page' });
    expect(issue).toEqual({
      path: ['page'],
      rule: 'isUrl',
      expected: 'page is no URL: no page',
      received: '"no page"',
      message: 'page is no URL: no page',
    });
  });
});

class Grouped {
  @cv.MinLength(3, { groups: ['create'] })
  @cv.MaxLength(5)
  name!: string;

  @cv.IsNotEmpty({ always: true, groups: ['update'] })
  id!: string;
}

class Described {
  @cv.IsInstance(Contact, { message: '$property wants $constraint1' })
  contact!: Contact;

  @cv.ArrayUnique((one: string) => one.toLowerCase(), { message: '$constraint1 of $property repeats' })
  names: string[] = [];

  @cv.Matches(/^\$&$/, { message: '$value is not $constraint1' })
  text = '$&';
}

test('a class, a function or an expression as a constraint is printed in the message', async () => {
  await expectSameAsValidate(Described, { contact: {} as Contact, names: ['a', 'A'], text: '$' });
});

describe('groups [VAL-4]', () => {
  test.each([undefined, [], ['create'], ['update'], ['create', 'update'], ['other']])('%j', async (groups) => {
    await expectSameAsValidate(Grouped, { name: 'ab', id: '' }, groups);
    await expectSameAsValidate(Grouped, { name: 'abcdef', id: 'x' }, groups);
  });
});

@cv.ValidatorConstraint({ name: 'taken', async: true })
class NotTaken implements cv.ValidatorConstraintInterface {
  async validate(value: string, args: cv.ValidationArguments) {
    await Promise.resolve();
    return !(args.constraints as string[]).includes(value);
  }
  defaultMessage() {
    return '$value is taken';
  }
}

class Account {
  @cv.Validate(NotTaken, ['ada', 'bob'])
  @cv.MinLength(2)
  name!: string;

  @cv.Validate(NotTaken, ['x'], { each: true, message: 'one of $property is taken' })
  others: string[] = [];
}

describe('async validators', () => {
  test.each([{ name: 'ada' }, { name: 'eve' }, { name: 'e' }, { name: 'eve', others: ['y', 'x'] }])(
    '%j',
    async (values) => {
      await expectSameAsValidate(Account, values);
    },
  );

  test('only they make a promise', () => {
    expect(broken(Contact, valid)).toEqual([]);
    expect(broken(Account, { name: 'eve' })).toBeInstanceOf(Promise);
  });

  test('issues have the order of the rules', async () => {
    const issues = await broken(Account, { name: 'a', others: ['x'] });
    expect(issues.map((issue) => issue.rule)).toEqual(['minLength', 'taken']);
  });
});

class Base {
  @cv.Length(5, 10)
  @cv.IsString()
  name!: string;
  @cv.IsInt()
  age = 1;
}
class Derived extends Base {
  @cv.Length(1, 3)
  declare name: string;
}

test('a redeclared property drops inherited rules, as in class-validator', async () => {
  await expectSameAsValidate(Derived, { name: 'ab' });
  await expectSameAsValidate(Derived, { name: 'abcd', age: 1.5 });
});

class Names {
  has(name: string): boolean {
    return name === 'ada';
  }
}

@cv.ValidatorConstraint()
class KnownName implements cv.ValidatorConstraintInterface {
  constructor(private readonly names: Names = new Names()) {}
  validate(value: string) {
    return this.names.has(value);
  }
  defaultMessage() {
    return 'unknown name';
  }
}

class Person {
  @cv.Validate(KnownName)
  name!: string;
}

test('validators come from the container of useContainer', async () => {
  const everybody = new (class extends Names {
    override has() {
      return true;
    }
  })();
  expect(await broken(Person, { name: 'eve' })).toHaveLength(1);
  cv.useContainer(
    { get: (wanted: unknown) => (wanted === KnownName ? new KnownName(everybody) : undefined) },
    { fallback: true },
  );
  try {
    expect(await broken(Person, { name: 'eve' })).toEqual([]);
    expect(await broken(Contact, { ...valid, mail: 'x' })).toHaveLength(1);
  } finally {
    cv.useContainer({ get: () => undefined }, { fallback: true });
  }
});

test('only the properties that are asked for are looked at', () => {
  const instance = Object.assign(new Contact(), { mail: 'x', page: 'x' });
  const issues = ruleIssues(visitor(Contact, ['page']) as never, instance) as readonly Issue[];
  expect(issues.map((issue) => issue.path)).toEqual([['page']]);
});

test('a nested instance is reported at its place', () => {
  const instance = Object.assign(new Contact(), { mail: 'x' });
  const issues = ruleIssues(visitor(Contact, ['mail'], ['people', 2]) as never, instance) as readonly Issue[];
  expect(issues[0]?.path).toEqual(['people', 2, 'mail']);
});

test('a sensitive value is in no text', () => {
  const instance = Object.assign(new Contact(), { ...valid, mail: 'a secret that is longer than twenty' });
  const visit = visitor(Contact, ['mail']) as never;
  const issues = ruleIssues(visit, instance, { sensitive: [['mail']] }) as readonly Issue[];
  expect(issues.map((issue) => issue.message)).toContain('mail: (hidden) is longer than 20 (Contact)');
  expect(JSON.stringify(issues)).not.toContain('secret');
});

describe('@ValidateNested [VAL-3]', () => {
  class Part {
    @cv.IsString()
    text = 'x';
  }
  class Whole {
    @cv.ValidateNested({ message: ({ property }) => `${property} must be a part` })
    part?: Part | null;

    @cv.ValidateNested({ each: true, groups: ['strict'] })
    parts?: readonly (Part | null)[] | Set<Part | null> | null;
  }

  test.each<[Partial<Whole>, readonly string[]]>([
    [{ part: new Part(), parts: [new Part()] }, []],
    [{ part: null }, ['part must be a part']],
    [{ parts: null }, ['each value in nested property parts must be either object or array']],
    [{ parts: [null] }, ['each value in nested property parts must be either object or array']],
    [{ parts: new Set([new Part(), null]) }, ['each value in nested property parts must be either object or array']],
    [{}, []],
  ])('%j', async (values, messages) => {
    const issues = await broken(Whole, values);
    expect(issues.map(({ message }) => message)).toEqual(messages);
    const theirs = await cv.validate(Object.assign(new Whole(), values));
    expect(theirs.length).toBe(messages.length);
  });
});

test('a property without rules is fine', () => {
  expect(ruleIssues(visitor(Contact, ['other']) as never, new Contact())).toEqual([]);
});

test('an exception of a validator reaches the caller', () => {
  class Strange {
    @cv.ValidateBy({
      name: 'strange',
      validator: {
        validate: () => {
          throw new Error('strange');
        },
      },
    })
    x = 1;
  }
  expect(() => broken(Strange, {})).toThrow('strange');
});

describe('a validator that throws while others wait', () => {
  const waiting = (): Promise<boolean> => Promise.reject(new Error('too late'));
  const throwing = (): boolean => {
    throw new TypeError('broken');
  };
  const rule = (validate: (value: unknown) => unknown, each = false) =>
    cv.ValidateBy({ name: 'looked', validator: { validate: (value) => validate(value) as boolean } }, { each });

  class Order {
    @rule(waiting)
    first = 'a';

    @rule((item) => (item === 'bad' ? throwing() : waiting()), true)
    items = ['good', 'bad'];
  }

  test.each([
    ['of another property', ['first', 'items']],
    ['of another item', ['items']],
  ])('reaches the caller, and pending validators %s cause no unhandled rejection', async (_which, properties) => {
    const unheard: unknown[] = [];
    const listen = (error: unknown): void => void unheard.push(error);
    process.on('unhandledRejection', listen);
    expect(() => ruleIssues(visitor(Order, properties) as never, new Order())).toThrow('broken');
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('unhandledRejection', listen);
    expect(unheard).toEqual([]);
  });
});
