import { parseUriTemplate, type UriTemplate } from '@haft/core/uri-template';
import fc from 'fast-check';
import { matchUri } from '../../src/run/offers/match-uri.js';
import { writeUri } from '@haft/compose/internal';

function template(source: string): UriTemplate {
  const read = parseUriTemplate(source);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

/** Writes a URI as RFC 6570 says: a segment escapes all reserved characters, a path keeps them. */
function write({ parts }: UriTemplate, values: Readonly<Record<string, string>>): string {
  const escaped = (value: string): string =>
    encodeURIComponent(value).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'segment') return escaped(values[part.name] ?? '');
      if (part.kind === 'path') return encodeURI(values[part.name] ?? '').replace(/[?#]/g, encodeURIComponent);
      const given = part.names.filter((name) => values[name] !== undefined);
      return given.map((name, at) => `${at === 0 ? '?' : '&'}${name}=${escaped(values[name] ?? '')}`).join('');
    })
    .join('');
}

test.each([
  ['orders://{id}', 'orders://7', { id: '7' }],
  ['orders://{id}', 'orders://a%2Fb', { id: 'a/b' }],
  ['orders://{id}{?part,page}', 'orders://7?page=2&part=head', { id: '7', part: 'head', page: '2' }],
  ['orders://{id}{?part}', 'orders://7', { id: '7' }],
  ['docs:{+path}/meta/{name}.json', 'docs:a/b/meta/c/meta/d.json', { path: 'a/b/meta/c', name: 'd' }],
  ['logs:{host}/{+path}', 'logs:web/a/b', { host: 'web', path: 'a/b' }],
  ['a:{x}/{y}', 'a:%25/%20', { x: '%', y: ' ' }],
  ['a:fixed', 'a:fixed', {}],
  ['a:{x}.json', 'a:b.json.json', { x: 'b.json' }],
  ['a:{x}.json/{y}', 'a:b.json/c.json', { x: 'b', y: 'c.json' }],
])('%s matches %s', (source, uri, values) => {
  expect(matchUri(template(source), uri)).toEqual(values);
});

test.each([
  ['orders://{id}', 'orders://'],
  ['orders://{id}', 'orders://a/b'],
  ['orders://{id}', 'order://7'],
  ['orders://{id}', 'orders://%zz'],
  ['orders://{id}', 'orders://%00'],
  ['orders://{id}', 'orders://7?part=head'],
  ['orders://{id}{?part}', 'orders://7?other=1'],
  ['orders://{id}{?part}', 'orders://7?part=a&part=b'],
  ['orders://{id}', `orders://${'x'.repeat(8192)}`],
  ['a:{x}/{y}', 'a:/b'],
  ['a:{x}/end', 'a:1/enx'],
  ['docs:{+path}.json', 'docs:.json'],
])('%s does not match %s', (source, uri) => {
  expect(matchUri(template(source), uri)).toBeUndefined();
});

test('a URI that is written from values gives the values back', () => {
  const sources = [
    'a:{x}',
    'a://{x}/{y}',
    'a:{x}:{y}/z{?p,q}',
    'a:{x}/{+path}',
    'a:{+path}/x/{y}/x/{x}.json',
    'a:x{?p}',
  ];
  const value = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(fc.constantFrom(...sources), value, value, value, fc.option(value), (source, x, y, path, p) => {
      const read = template(source);
      const named = { x, y, path, ...(p === null ? {} : { p }) };
      const used = read.parts.flatMap((part) => ('names' in part ? part.names : 'name' in part ? [part.name] : []));
      const given = Object.fromEntries(Object.entries(named).filter(([name]) => used.includes(name)));
      expect(matchUri(read, write(read, given))).toEqual(given);
      expect(matchUri(read, writeUri(read, given))).toEqual(given);
    }),
  );
});
