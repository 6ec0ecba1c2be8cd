import { describe, expect, it } from '@jest/globals';
import { decodeText, isHtml, isText, mediaType } from '../../src/http/fetch/decode-text.js';
import { errorCode } from '../../src/http/fetch/error-code.js';
import { partOfText } from '../../src/http/fetch/part-of-text.js';
import { passagesWith } from '../../src/http/fetch/passages-with.js';
import { convertHtml } from '../../src/http/html/convert-html.js';
import { htmlDepth } from '../../src/http/html/html-depth.js';
import { printTable } from '../../src/http/html/print-table.js';
import { withoutTags } from '../../src/http/html/without-tags.js';
import { robotsAllow } from '../../src/http/worker/robots-allow.js';

describe('a media type', () => {
  it.each([
    [undefined, '', undefined],
    ['', '', undefined],
    [' Text/HTML ; charset = "UTF-8" ', 'text/html', 'UTF-8'],
    ['text/plain;a=b;CHARSET=latin1', 'text/plain', 'latin1'],
    ['text/plain; xcharset=a; charset=b; charset=c', 'text/plain', 'b'],
    ['text/plain; charset=a b', 'text/plain', undefined],
  ])('%j has the type %j and the charset %j [TOOL-7]', (header, type, charset) => {
    expect(mediaType(header)).toEqual({ type, charset });
  });

  it.each([
    ...['text/plain', 'text/x', 'application/json', 'application/ld+json', 'application/a.b-c+xml'],
    ...['application/yaml', 'application/x-yaml', 'application/javascript', 'application/sql', 'application/toml'],
    ...['application/x-ndjson', 'application/jsonl', 'application/x-www-form-urlencoded', 'application/xhtml+xml'],
  ])('%s is text [TOOL-7]', (type) => {
    expect(isText(mediaType(type), Buffer.from([0]))).toBe(true);
  });

  it.each([
    ...['image/png', 'application/pdf', 'application/jsonx', 'xapplication/json', 'application/+json', 'xtext/plain'],
    'application/zip',
  ])('%s is not text [TOOL-7]', (type) => {
    expect(isText(mediaType(type), Buffer.from('a'))).toBe(false);
  });

  it('says nothing if it is missing or any bytes: then zero bytes early are not text [TOOL-7]', () => {
    const late = Buffer.concat([Buffer.alloc(1_024, 'a'), Buffer.from([0])]);
    for (const type of [undefined, 'application/octet-stream']) {
      expect(isText(mediaType(type), late)).toBe(true);
      expect(isText(mediaType(type), late.subarray(1))).toBe(false);
    }
    expect(['text/html', 'application/xhtml+xml', 'text/plain'].map((type) => isHtml(mediaType(type)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['text/html; charset=utf-8', '<meta charset=latin1>é', 'utf8', 'é'],
    ['text/html', "<META http-equiv=a content='text/html; charset = windows-1252'>\u0080", 'latin1', '€'],
    ['text/html', `<meta ${'a'.repeat(300)} charset=latin1>é`, 'utf8', 'é'],
    ['text/html', `${' '.repeat(1_024)}<meta charset=latin1>é`, 'utf8', 'é'],
    ['text/plain', '<meta charset=latin1>é', 'utf8', 'é'],
    [undefined, 'é', 'utf8', 'é'],
    ['text/plain; charset=none', 'é', 'utf8', 'é'],
  ])('%j decides how %j is decoded [TOOL-7]', (type, text, encoding, end) => {
    const decoded = decodeText(mediaType(type), Buffer.from(text, encoding as BufferEncoding));
    expect(decoded.slice(-1)).toBe(end);
  });
});

it.each([
  [{ code: 'A' }, 'A'],
  [{ code: 1 }, undefined],
  [{ code: 1, errors: [{}, null, { code: 'B' }, { code: 'C' }] }, 'B'],
  [{ errors: [{ errors: [{ code: 'D' }] }] }, 'D'],
  [{ errors: 'x' }, undefined],
  [{}, undefined],
  [null, undefined],
  ['x', undefined],
])('finds the code of the error %j [TOOL-7]', (error, code) => {
  expect(errorCode(error)).toBe(code);
});

it.each<[number, number | undefined, string, boolean]>([
  [0, undefined, 'a😀b', false],
  [0, 1, 'a', true],
  [0, 2, 'a', true],
  [0, 3, 'a😀', true],
  [1, 2, '😀', true],
  [2, 1, '😀', true],
  [3, 1, 'b', false],
  [4, 1, '', false],
])('the part from %i with %s characters is %j [TOOL-7]', (offset, count, text, truncated) => {
  expect(partOfText('a😀b', offset, count)).toEqual({ text, truncated });
});

describe('passages of a page', () => {
  const numbered = Array.from({ length: 30 }, (_, at) => `row ${String(at)}`).join('\n');

  it.each([
    ['a\nneedle\nb', 'needle', 'a\nneedle\nb'],
    ['needle', 'NEEDLE', 'needle'],
    ['a\n\nneedle\n\n\nb\nc', 'needle', 'a\n\nneedle\n\n\nb'],
    ['\n\nneedle\n\n', 'needle', 'needle'],
    ['needle\na\nb\nneedle', 'needle', 'needle\na\nb\nneedle'],
    ['needle\na\nb\nc\nneedle', 'needle', 'needle\na\n...\nc\nneedle'],
    ['needle needle\nneedle', 'needle', 'needle needle\nneedle'],
    ['x\nthe cat\ny\nthe dog\nz', 'cat the', 'x\nthe cat\ny'],
    ['x\ncat\ny\nz\nbird\nw', 'dog cat', 'x\ncat\ny'],
    ['catalog', 'dog cat', ''],
    ['a', '...', ''],
    [numbered, 'row number', ''],
    [numbered.slice(0, numbered.indexOf('\nrow 20')), 'row number', numbered.slice(0, numbered.indexOf('\nrow 20'))],
  ])('are found in %j with %j: %j [TOOL-7]', (text, wanted, expected) => {
    expect(passagesWith(text, wanted)).toBe(expected);
  });

  it('show a long line around the text [TOOL-7]', () => {
    const long = (before: number, after: number) => `${'a'.repeat(before)}needle${'b'.repeat(after)}`;
    expect(passagesWith(long(0, 994), 'needle')).toBe(long(0, 994));
    expect(passagesWith(long(0, 995), 'needle')).toBe(`${long(0, 994)}...`);
    expect(passagesWith(long(995, 0), 'needle')).toBe(`...${long(994, 0)}`);
    expect(passagesWith(long(2_000, 2_000), 'needle')).toBe(`...${long(250, 744)}...`);
    expect(passagesWith(`${'a'.repeat(2_000)}\nneedle`, 'needle')).toBe(`${'a'.repeat(1_000)}...\nneedle`);
    expect(passagesWith(`${'a'.repeat(2_000)} needle ${'b'.repeat(2_000)}`, 'needle other')).toContain('needle');
  });
});

describe('a page as Markdown', () => {
  it.each([
    ['<h1>a</h1><h3>b</h3>c', '# a\n\n### b\n\nc'],
    ['<b>a</b> <strong>b</strong> <i>c</i> <em>d</em> <code>e</code>', '**a** **b** _c_ _d_ `e`'],
    ['<a>a</a> <a href="">b</a> <a href="/c d(e)<f>">g</a>', 'a b [g](/c%20d%28e%29%3Cf%3E)'],
    ['<a href="/a\tb">c</a>', '[c](/a%09b)'],
    ['a<img><img alt=""><img alt="b">', 'a![b]'],
    ['<p>a</p><pre><code>b\n c</code></pre><p>d</p>', 'a\n\n```\nb\n c\n```\n\nd'],
    ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['<ol><li>a</li><li>b</li></ol>', ' 1. a\n 2. b'],
    ['<dl><dt>a</dt><dd>b<br>c</dd></dl>d', 'a\n: b\n  c\nd'],
    ['<script>a</script><style>b</style>c', 'c'],
  ])('is made from %j: %j [TOOL-7]', (html, markdown) => {
    expect(convertHtml(html, 'markdown')).toBe(markdown);
  });

  it('has in text neither targets nor images, and headings as they are [TOOL-7]', () => {
    expect(convertHtml('<h2>Ab</h2><a href="/c">d</a> <img alt="e" src="f">g', 'text')).toBe('Ab\n\nd g');
    expect(convertHtml('<p>a<div>b</div><button>c</button>d<legend>e</legend>', 'text').split(/\n+/)).toEqual([
      ...['a', 'b', 'c', 'd', 'e'],
    ]);
  });
});

describe('a printed table', () => {
  const cell = (text: string, colspan = 1, rowspan = 1) => ({ text, colspan, rowspan });
  const print = (
    rows: Parameters<typeof printTable>[0],
    { isMarkdown = false, isLayout = [] as boolean[], cells = 100 } = {},
  ) => printTable(rows, { isMarkdown, isLayout, budget: { cells } });
  const long = `${'x'.repeat(500)}\n`;

  it('repeats spanned cells, and of long texts only the place [TOOL-7]', () => {
    expect(
      print([
        [cell('a', 2), cell('b', 1, 2)],
        [cell('c'), cell('d')],
      ]),
    ).toBe('a | a | b\nc | d | b');
    expect(print([[cell('a', 1, 3), cell('b')], [cell('c')], [cell('d')]])).toBe('a | b\na | c\na | d');
    expect(print([[cell('a', 2, 2)], [cell('b')]])).toBe('a | a\na | a | b');
    expect(print([[cell('e'.repeat(60), 2)]])).toBe(`${'e'.repeat(60)} | ${'e'.repeat(60)}`);
    expect(print([[cell('e'.repeat(61), 2), cell('f')]])).toBe(`${'e'.repeat(61)} |  | f`);
    expect(print([[cell('a', 5)], [cell('b', 5)]], { cells: 2 })).toBe('a | a | a\nb');
    expect(print([[cell('a', 1, 2), cell('b')], [cell('c')]], { cells: 0 })).toBe('a | b\nc');
  });

  it('is Markdown if it has columns of short cells, else lines or paragraphs [TOOL-7]', () => {
    const rows = [
      [cell('a|b'), cell('c\n d')],
      [cell(''), cell('')],
      [cell(' e '), cell('f')],
    ];
    expect(print(rows, { isMarkdown: true })).toBe('| a\\|b | c / d |\n| --- | --- |\n| e | f |');
    expect(print(rows)).toBe('a|b | c / d\ne | f');
    expect(print([[cell('a')], [cell('b')]], { isMarkdown: true })).toBe('a\nb');
    expect(
      print(
        [
          [cell(long), cell(' '), cell('b')],
          [cell('c'), cell('d')],
        ],
        { isMarkdown: true },
      ),
    ).toBe(`${long}\n\nb\nc | d`);
    expect(print([[cell('x'.repeat(501)), cell('b')]], { isMarkdown: true })).toMatch(/^\| x+ \| b \|\n/);
    expect(print([[cell(`${'x'.repeat(498)}\n`), cell('b')]], { isMarkdown: true })).toMatch(/^\| x+ \/? ?\| b \|\n/);
    expect(
      print(
        [
          [cell('a'), cell('b')],
          [cell('c'), cell('d')],
        ],
        { isMarkdown: true, isLayout: [true] },
      ),
    ).toBe('a\n\nb\nc | d');
    expect(print([], { isMarkdown: true })).toBe('');
  });

  it.each([
    ['<table><tr><td>a<td>b</table>', 'a | b'],
    ['<table><tr><td colspan="2">a</td><td>b</td></tr></table>', 'a | a | b'],
    ['<table><tr><td colspan="0">a</td><td colspan="x">b</td><td colspan="-1">c</td></tr></table>', 'a | b | c'],
    ['<table><caption>t</caption><col><tr><td>a</td><td>b</td></tr></table>', 't\na | b'],
    ['<table><div>x</div><tr><td>a</td><td>b</td></tr>y</table>', 'a | b\nx / y'],
    ['<table><tbody><tr><td>a</td>  <!-- c --> x<td>b</td></tr></tbody></table>', 'a | x | b'],
    ['<table><tr><td>a<td>b<th>c<tr><td>d<td>e<td>f</table>', 'a | b | c\nd | e | f'],
  ])('is made from %j: %j [TOOL-7]', (html, text) => {
    expect(convertHtml(html, 'text').replaceAll(/\n+/g, '\n')).toBe(text);
  });
});

describe('a page that is too deep', () => {
  it.each([
    ['a<b>b</b>c', 'a b c'],
    ['<script>a<b></b></script>c', 'c'],
    ['<style>a</style>b<noscript>c</noscript>d<template>e</template>f', 'b d f'],
    ['a<script>b', 'a'],
    ['a<script/>b', 'a b'],
    ['</script>a', 'a'],
    ['<script></style>a</script>b', 'b'],
    ['  a \n b ', 'a b'],
    ['a < b', 'a < b'],
  ])('has in %j the text %j [TOOL-7]', (html, text) => {
    expect(withoutTags(html)).toBe(text);
  });

  it('is one with more than 500 levels [TOOL-7]', () => {
    const nested = (levels: number) => `${'<div>'.repeat(levels)}<p>a</p><p>b</p>${'</div>'.repeat(levels)}`;
    expect(convertHtml(nested(499), 'text')).toBe('a\n\nb');
    expect(convertHtml(nested(500), 'text')).toBe('a b');
  });

  it.each([
    ['<dd>1<dd>2<dt>3<dd>4', 1],
    ['<option>1<option>2', 1],
    ['<th>1<th>2', 1],
    ['<tr><th>1<tr><td>2', 2],
    ['<td><td>', 1],
    ['<td><th>', 2],
    ['<li><p><li>', 3],
    ['<x><constructor><toString>', 3],
    ['<div></div><div></div>', 1],
    ['<br><img><input><hr>', 0],
  ])('counts in %j %i levels [TOOL-7]', (html, depth) => {
    expect(htmlDepth(html)).toBe(depth);
  });
});

it('asks robots.txt for this URL and agent, and allows what it does not name [TOOL-7]', () => {
  const allow = (robotsText: string, url = 'http://x.test/a') =>
    robotsAllow({ robotsUrl: 'http://x.test/robots.txt', robotsText, url, userAgent: 'haft' });
  expect(allow('')).toBe(true);
  expect(allow('User-agent: haft\nDisallow: /a')).toBe(false);
  expect(allow('User-agent: other\nDisallow: /a')).toBe(true);
  expect(allow('User-agent: *\nDisallow: /', 'http://y.test/a')).toBe(true);
});
