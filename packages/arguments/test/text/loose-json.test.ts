import { readLooseJson } from '../../src/text/loose-json.js';

/** Returns the value of a text and its first flaw, or why it cannot be read. */
function told(text: string): unknown {
  const read = readLooseJson(text);
  if (read.kind === 'truncated') return `truncated inside ${read.inside}`;
  if (read.kind === 'broken') return `${read.flaw.position}: ${read.flaw.reason}`;
  return [read.value, read.deviation && `${read.deviation.position}: ${read.deviation.reason}`];
}

test.each<readonly [text: string, value: unknown, flaw: string | undefined]>([
  ['{"a":1}', { a: 1 }, undefined],
  ["{'a':1}", { a: 1 }, '1: '],
  ['{a:1}', { a: 1 }, '1: the name "a" has no quotes'],
  ['{"a":1,}', { a: 1 }, '6: a comma before a closing bracket'],
  ['{"a":[1,]}', { a: [1] }, '7: a comma before a closing bracket'],
  ['{"a":"b" "c":1}', { a: 'b', c: 1 }, '8: a comma is missing'],
  ['{"a":True}', { a: true }, '5: True is no word of JSON'],
  ['{"a":None}', { a: null }, '5: None is no word of JSON'],
  ['{"a":0x1F}', { a: 31 }, '5: "0x1F" is not a JSON number (write 31)'],
  ['{"a":-0x1F}', { a: -31 }, '5: "-0x1F" is not a JSON number'],
])('%s is read, and its first flaw is known', (text, value, flaw) => {
  expect(told(text)).toEqual([value, flaw === undefined ? undefined : expect.stringContaining(flaw)]);
});

test.each([
  ['', '0: nothing is there'],
  ['[1]', '0: expected an object'],
  ['{"a":1} x', '8: there is more after the end of the object'],
  ['{"a":1,,"b":2}', '7: two commas in a row'],
  ['{,"a":1}', '1: a comma without a value before it'],
  ['{"a":[1}', '7: expected ], found }'],
  ['{"a" 1}', '5: a colon is missing after a name'],
  ['{:1}', '1: unexpected :'],
  ['{1a:1}', '1: the name "1a" has no quotes'],
  ['{"a":}', '5: a value is missing'],
  ['{"a":b}', '5: the text "b" has no quotes'],
  ['{"a":01}', '5: "01" is not a JSON number (write 1, or "01" for a text)'],
  ['{"a":1.}', '5: "1." is not a JSON number (write 1)'],
  ['{"a":+5}', '5: "+5" is not a JSON number (write 5)'],
  ['{"a":.01}', '5: ".01" is not a JSON number (write 0.01)'],
  ['{"a":NaN}', '5: "NaN" is not a JSON number'],
  ['{"a":-Infinity}', '5: "-Infinity" is not a JSON number'],
  ['{"a":+9007199254740991}', '5: "+9007199254740991" is not a JSON number (write 9007199254740991)'],
  ['{"a":+9007199254740993}', '5: "+9007199254740993" is not a JSON number'],
  ['{"a":0x20000000000000}', '5: "0x20000000000000" is not a JSON number'],
  ['{\\"a\\":1}', '1: the quotes are escaped; send {"a": ...} without backslashes before the quotes'],
])('%s cannot be read, and says why', (text, reason) => {
  expect(told(text)).toBe(reason);
});

test.each(['{', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":[1', '{"a":"b', '{"a":tru'])('%s has no end', (text) => {
  expect(told(text)).toEqual(expect.stringMatching(/^truncated inside /));
});
