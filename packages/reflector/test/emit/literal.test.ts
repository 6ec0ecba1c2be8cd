import fc from 'fast-check';
import { literal, memberOf, quote } from '../../src/emit/literal.js';

const evaluate = (expression: string): unknown => (new Function(`return (${expression});`) as () => unknown)();

describe('literals of the generated module', () => {
  it('give back every text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => evaluate(quote(text)) === text));
  });

  it('stay on one line', () => {
    expect(quote('a\nb\u2028c\u2029d')).toBe("'a\\nb\\u2028c\\u2029d'");
  });

  it('give back every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy: unknown = JSON.parse(JSON.stringify(value));
        expect(evaluate(literal(copy as never))).toEqual(copy);
      }),
    );
  });

  it('keep `__proto__` an ordinary key', () => {
    const value = evaluate(literal(JSON.parse('{"__proto__":{"x":1}}') as never)) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__']);
  });

  it.each([
    ['path', 'a.path'],
    ['x-id', "a['x-id']"],
    ["it's", "a['it\\'s']"],
    ['ünder', "a['ünder']"],
  ])('access the member %s as %s', (name, expected) => {
    expect(memberOf('a', name)).toBe(expected);
  });
});
