import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const ROOT = new URL('../../../', import.meta.url);
const { withConstantBindings } = (await import(new URL('scripts/bundle/constant-bindings.mjs', ROOT).href)) as {
  withConstantBindings(code: string): string;
};

/** Runs rewritten code, and returns its `result`. */
function resultOf(code: string): unknown {
  return new Function(`${withConstantBindings(code)}\nreturn result;`)();
}

describe('the constants of a bundle', () => {
  it('are made of functions and variables', () => {
    expect(withConstantBindings('var limit = 3; function isOver(count) { return count > limit }')).toBe(
      'const isOver=function(count) { return count > limit };const limit = 3; ',
    );
  });

  it('include functions that are called before their declaration', () => {
    expect(
      resultOf('const result = first(); function first() { return second() } function second() { return 2 }'),
    ).toBe(2);
  });

  it('keep names, and kinds of functions', () => {
    const code = `
      async function later() { return 1 }
      function* values() { yield 1 }
      async function* laterValues() { yield 1 }
      function plain(a, { b }) { return this }
      const result = [later, values, laterValues, plain].map((one) => [one.name, one.length, one.constructor.name]);`;
    expect(resultOf(code)).toEqual([
      ['later', 0, 'AsyncFunction'],
      ['values', 0, 'GeneratorFunction'],
      ['laterValues', 0, 'AsyncGeneratorFunction'],
      ['plain', 2, 'Function'],
    ]);
  });

  it.each([
    ['an assignment', 'x = 2'],
    ['a logical assignment', 'x &&= 2'],
    ['a count', 'x++'],
    ['a count in front', '++x'],
    ['a list', '[x] = [2]'],
    ['an object', '({ a: x = 2 } = {})'],
    ['a loop', 'for (x of [2]);'],
    ['a function', '(() => { x = 2 })()'],
  ])('leave out a variable that changes in %s', (_place, statement) => {
    expect(resultOf(`var x = 1; ${statement}; const result = x;`)).toBe(2);
  });

  it('leave out a function that is replaced', () => {
    expect(resultOf('function f() { return 1 } f = () => 2; const result = f();')).toBe(2);
  });

  it('leave out a variable that gets its value later', () => {
    expect(resultOf('var made; function make() { return (made ??= 2) } const result = make();')).toBe(2);
  });

  it('are in a linked file, too, whose exports stay', () => {
    expect(withConstantBindings('export function link([limit]){var twice=2*limit;function get(){return twice}}')).toBe(
      'export function link([limit]){const get=function(){return twice};const twice=2*limit;}',
    );
  });

  it.each(['core/dist/index.js', 'runtime/dist/index.js', 'runtime/dist/arguments/lazy.js'])(
    'are all functions of %s',
    (path) => {
      const code = readFileSync(new URL(`packages/${path}`, ROOT), 'utf8');
      const file = ts.createSourceFile(path, code, ts.ScriptTarget.ES2022);
      expect(file.statements.filter(ts.isFunctionDeclaration).map(({ name }) => name?.text)).toEqual([]);
    },
  );
});
