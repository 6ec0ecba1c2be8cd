import { describe, expect, it } from '@jest/globals';
import { anyDepth } from '@haft/schema/internal';
import { libraryIssues } from '../src/library-issues.js';

const SENSITIVE = anyDepth(['password']);
const issue = { path: ['name'], rule: 'schema', expected: 'a longer name', received: '"x"' };

describe('the issues of a library', () => {
  it('lose the values of a secret name', () => {
    const root = { name: 'x', deep: [{ password: 'hunter2' }] };
    const told = [{ ...issue, message: 'must not be hunter2' }];
    expect(libraryIssues(told, root, SENSITIVE)).toEqual([{ ...issue, expected: 'a value that fits the schema' }]);
  });

  // Every invalid call comes here, and most tools have no library.
  it('cost no look at the arguments if there are none', () => {
    const root = {
      get name(): never {
        throw new Error('The arguments were read.');
      },
    };
    expect(libraryIssues([], root, SENSITIVE)).toEqual([]);
    expect(() => libraryIssues([issue], root, SENSITIVE)).toThrow('The arguments were read.');
  });
});
