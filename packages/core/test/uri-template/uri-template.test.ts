import { expect, it } from '@jest/globals';
import { parseUriTemplate, shareUri, variablesOf, type UriTemplate } from '../../src/uri-template/index.js';

function template(source: string): UriTemplate {
  const found = parseUriTemplate(source);
  if ('problem' in found) throw new Error(found.problem);
  return found;
}

it('reads texts, segments, paths and queries [NEW-38]', () => {
  expect(template('files://{disk}/{+path}{?from,to}').parts).toEqual([
    { kind: 'text', text: 'files://' },
    { kind: 'segment', name: 'disk' },
    { kind: 'text', text: '/' },
    { kind: 'path', name: 'path' },
    { kind: 'query', names: ['from', 'to'] },
  ]);
  expect(variablesOf(template('files://{disk}/{+path}{?from,to}'))).toEqual(['disk', 'path', 'from', 'to']);
  expect(template('orders://open').parts).toEqual([{ kind: 'text', text: 'orders://open' }]);
});

it.each([
  ['orders', 'It does not begin with a scheme.'],
  ['', 'It does not begin with a scheme.'],
  ['{scheme}://a', 'It does not begin with a scheme.'],
  ['a://{#b}', "'{#b}' is not supported."],
  ['a://{/b}', "'{/b}' is not supported."],
  ['a://{b*}', "'{b*}' is not supported."],
  ['a://{b:3}', "'{b:3}' is not supported."],
  ['a://{}', "'{}' is not supported."],
  ['a://{b,c}', "'{b,c}' has two variables."],
  ['a://{b}/{b}', "The variable 'b' is there twice."],
  ['a://{b}{c}', "Nothing tells where 'b' ends and 'c' begins."],
  ['a://{b}-{c}', "Nothing tells where 'b' ends and 'c' begins."],
  ['a://{?b}/c', 'A query is not at the end.'],
  ['a://c?d=1{?b}', "It has '?' or '#' before {?...}."],
  ['a://{+b}/{+c}', 'It has two {+...}.'],
  ['a://b c', "'a://b c' has a character that a URI cannot have."],
  ['a://{b', "'a://{b' has one brace of a pair. Write a variable as {name}."],
  ['a://b}', "'a://b}' has one brace of a pair. Write a variable as {name}."],
  ['a://100%', "'a://100%' has a character that a URI cannot have."],
])('tells why %p is not supported', (source, problem) => {
  expect(parseUriTemplate(source)).toEqual({ problem: expect.stringContaining(problem) as unknown });
});

it.each([
  ['a://{b}', 'a://c', true],
  ['a://{b}', 'a://c/d', false],
  ['a://{b}', 'a://', false],
  ['a://{+b}', 'a://c/d', true],
  ['a://{b}/lines', 'a://{c}/{d}', true],
  ['a://{b}/lines', 'a://{c}/heads', false],
  ['a://{b}', 'a://{c}{?d}', true],
  ['a://{+b}/raw', 'a://{c}', false],
  ['a://{+b}/raw', 'a://{c}/{d}', true],
  ['a://x{b}', 'a://{c}y', true],
  ['a://x{b}', 'a://y{c}', false],
  ['a://{b}', 'a://c?d=1', false],
  ['a://b', 'a://b', true],
])('%s and %s match one URI: %s', (one, other, shared) => {
  expect(shareUri(template(one), template(other))).toBe(shared);
  expect(shareUri(template(other), template(one))).toBe(shared);
});
