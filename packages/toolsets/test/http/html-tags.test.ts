import { expect, it } from '@jest/globals';
import { convertHtml } from '../../src/http/html/convert-html.js';
import { htmlDepth } from '../../src/http/html/html-depth.js';
import { htmlTags } from '../../src/http/html/html-tags.js';

const namesOf = (html: string): readonly string[] => [...htmlTags(html)].map(({ name, kind }) => `${kind} ${name}`);

it.each<[string, readonly string[]]>([
  ['<P class="a>b">c</p>', ['start p', 'end p']],
  ['<br><img/><a/>', ['empty br', 'empty img', 'empty a']],
  ['1 < 2 > 0 <b>', ['start b']],
  ['<b <i>', ['start b']],
  ['<b', []],
  ['<', []],
])('finds the tags of %j [TOOL-7]', (html, names) => {
  expect(namesOf(html)).toEqual(names);
});

it.each([
  ['<', '>'],
  ['< ', '>'],
  ['</', '>'],
  ['<b', ''],
  ['<b ', '>'],
  ['<!--', ''],
  ['<b a="', '>'],
])('reads 5,000,000 characters of %j in one pass [TOOL-7]', (part, end) => {
  expect(htmlDepth(part.repeat(Math.ceil(5_000_000 / part.length)) + end)).toBeLessThanOrEqual(1);
});

it.each([
  ['<table><tr><td>', 3],
  ['<tr><td>1<td>2<th>3<tr><th>1<td>2', 3],
  ['<li>1<li>2<p>3<p>4', 2],
  ['<div></x></x><div></x><div>', 3],
  ['<div><b></div><div>', 2],
  ['<dt>1<dd>2<dt>3', 1],
])('counts the depth of %j: %i [TOOL-7]', (html, depth) => {
  expect(htmlDepth(html)).toBe(depth);
});

it('keeps the rows of a long table whose end tags are left out [TOOL-7]', () => {
  const html = `<table>${'<tr><td>a<td>b'.repeat(2_000)}</table>`;
  expect(convertHtml(html, 'text')).toBe('a | b\n'.repeat(2_000).trim());
});

it.each(['text', 'markdown'] as const)('returns some text for broken HTML as %s [TOOL-7]', (format) => {
  expect(convertHtml('a <b>b</i> <p c', format)).toContain('a');
});
