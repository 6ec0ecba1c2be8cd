import type { RuntimeModule } from '../tools/build-facts.js';
import type { Assertions } from './expected-text.js';

type TestFramework = NonNullable<RuntimeModule['tests']>;

/** The code of a framework. */
interface FrameworkCode extends Assertions {
  /** The names that a test may import, by their module. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** The function that runs code after all tests. */
  readonly after: string;
}

const EXPECT: Assertions & Pick<FrameworkCode, 'after'> = {
  after: 'afterAll',
  equal: (actual, expected) => `expect(${actual}).toBe(${expected})`,
  match: (actual, pattern) => `expect(${actual}).toMatch(${pattern})`,
};

const JEST = ['afterAll', 'expect', 'test'];

/** The code of each framework. */
export const FRAMEWORKS: Readonly<Record<TestFramework, FrameworkCode>> = {
  globals: { imports: {}, ...EXPECT },
  '@jest/globals': { imports: { '@jest/globals': JEST }, ...EXPECT },
  vitest: { imports: { vitest: JEST }, ...EXPECT },
  'node:test': {
    imports: { 'node:assert': ['match', 'strictEqual'], 'node:test': ['after', 'test'] },
    after: 'after',
    equal: (actual, expected) => `strictEqual(${actual}, ${expected})`,
    match: (actual, pattern) => `match(String(${actual}), ${pattern})`,
  },
};
