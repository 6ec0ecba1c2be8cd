import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { convertHtml } from '../../src/http/html/convert-html.js';

const PRICES = `<style>td{}</style><table class="prices"><thead><tr><th>Product</th><th>Price</th><th>Qty</th></tr></thead>
<tbody><tr><td>Lamp</td><td>12</td><td>3</td></tr><tr><td><a href="/d">Desk</a></td><td>450</td><td>7</td></tr></tbody>
<tfoot><tr><td>Total</td><td></td><td>10</td></tr></tfoot></table>`;

const REGIONS = `<p>Before</p><table><caption>Sales by region</caption><colgroup><col span="3"></colgroup>
<tr><th rowspan="2" scope="col">Region</th><th colspan="2">2024</th></tr><tr><th>Q1</th><th>Q2</th></tr>
<tr><th rowspan="2">North</th><td>1</td><td>2</td></tr><tr><td colspan="2">closed</td></tr></table><p>After</p>`;

const INFOBOX = `<table class="infobox vcard"><tbody><tr><th colspan="2" class="fn org">Oslo</th></tr>
<tr><td colspan="2"><img src="oslo.jpg" alt="The port"></td></tr>
<tr><th scope="row">Districts</th><td><div class="plainlist"><ul><li>Frogner</li><li>Nordstrand</li></ul></div></td></tr>
<tr><th scope="row">Area</th><td>480.75&nbsp;km<sup>2</sup><br>(185.62 sq mi)</td></tr></tbody></table>`;

const LAYOUT = `<table width="85%"><tr><td><table><tr><td><b>News</b></td><td>new | past</td></tr></table></td></tr>
<tr><td><table><tr class="athing"><td align="right">1.</td><td><a href="x">A title</a></td></tr>
<tr><td></td><td>57 points by ann</td></tr></table></td><td>Footer</td></tr></table>`;

const UNCLOSED = '<table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4</table>';

const MISPLACED = '<table>Note<form><tr><td>a</td><div>odd</div></tr></form><td>b</td></table>';

const DEFINITIONS = `<dl><dt>Weight</dt><dd>5 kg</dd><div><dt>Ports</dt><dd>USB</dd><dd><p>HDMI</p><p>two of them</p></dd></div></dl>`;

const FORM = `<form><fieldset><legend>Size</legend><select><option>S</option><option>M</option></select></fieldset>
<button>Buy</button><button>Keep</button></form><details><summary>More</summary>Text</details>
<figure><img src="a"><figcaption>One</figcaption></figure><address>Oslo</address>`;

describe.each([
  ['a table', PRICES, ['Product | Price | Qty', 'Lamp | 12 | 3', 'Desk | 450 | 7', 'Total |  | 10']],
  [
    'cells that span rows and columns',
    REGIONS,
    [
      'Before',
      'Sales by region',
      'Region | 2024 | 2024',
      'Region | Q1 | Q2',
      'North | 1 | 2',
      'North | closed | closed',
      'After',
    ],
  ],
  [
    'lists and lines in cells',
    INFOBOX,
    ['Oslo | Oslo', 'Districts | * Frogner / * Nordstrand', 'Area | 480.75 km2 / (185.62 sq mi)'],
  ],
  ['tables in tables', LAYOUT, ['News | new | past', '1. | A title', ' | 57 points by ann', 'Footer']],
  ['rows and cells without end tags', UNCLOSED, ['a | b', '1 | 2', '3 | 4']],
  ['misplaced content', MISPLACED, ['a | odd', 'b', 'Note']],
  ['a list of definitions', DEFINITIONS, ['Weight', ': 5 kg', 'Ports', ': USB', ': HDMI', '  two of them']],
  ['the parts of a form, figures and details', FORM, ['Size', 'S', 'M', 'Buy', 'Keep', 'More', 'Text', 'One', 'Oslo']],
])('text of a page with %s', (_, html, expected) => {
  it('has each row in a line, and loses nothing [TOOL-7]', () => {
    const lines = convertHtml(html, 'text').replaceAll('\u00a0', ' ').split('\n');
    expect(lines.map((line) => line.trimEnd()).filter((line) => line !== '')).toEqual(expected);
  });
});

it('writes tables of Markdown with a heading, and rows for the layout as paragraphs [TOOL-7]', () => {
  expect(convertHtml(PRICES, 'markdown')).toBe(
    '| Product | Price | Qty |\n| --- | --- | --- |\n| Lamp | 12 | 3 |\n| [Desk](/d) | 450 | 7 |\n| Total |  | 10 |',
  );
  expect(convertHtml('<table><tr><td>a|b<td>c</table>', 'markdown')).toBe('| a\\|b | c |\n| --- | --- |');
  expect(convertHtml(LAYOUT, 'markdown')).toContain('| 1. | [A title](x) |\n');
  const article = `${'word '.repeat(100)}<br>end`;
  expect(convertHtml(`<table><tr><td>menu<td>${article}</table>`, 'markdown')).toMatch(/^menu\n\n(word ?)+\nend$/);
});

it('has each cell of any table once, in order, on the line of its row [TOOL-7]', () => {
  const cell = fc.record({ head: fc.boolean(), word: fc.stringMatching(/^[a-z]{1,8}$/) });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 6 }), (rows) => {
      const html = rows.map(
        (row) => `<tr>${row.map(({ head, word }) => (head ? `<th>${word}</th>` : `<td>${word}`)).join('')}`,
      );
      const lines = rows.map((row) => row.map(({ word }) => word).join(' | '));
      expect(convertHtml(`<table>${html.join('')}</table>`, 'text')).toBe(lines.join('\n'));
    }),
  );
});

it.each([
  ['columns', '<td colspan=1000>x'],
  ['rows', '<td rowspan=1000>x'],
  ['both', '<td colspan=1000 rowspan=65534>x'],
])('repeats cells that span many %s only so often that a small page stays small [TOOL-7]', (_, cell) => {
  const page = `<table>${`<tr>${cell.repeat(20)}`.repeat(200)}</table>`.repeat(5);
  expect(convertHtml(page, 'text').length).toBeLessThan(page.length + 100_000);
});
