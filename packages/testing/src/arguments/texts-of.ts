import type { JsonSchemaObject } from '@haft/schema';
import fc from 'fast-check';

/** Generates texts that a string schema may allow. The caller checks them. */
export function textsOf({
  format,
  contentEncoding,
  pattern,
  minLength = 0,
  maxLength,
}: JsonSchemaObject): fc.Arbitrary<string> {
  const ofFormat = FORMAT_TEXTS[format ?? ''] ?? (contentEncoding === 'base64' ? FORMAT_TEXTS['base64'] : undefined);
  if (ofFormat !== undefined) return ofFormat();
  if (pattern !== undefined) return matchingTexts(pattern, maxLength);
  return fc.string({
    unit: CHARACTER,
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength ?? Infinity, minLength + 20)),
  });
}

/**
 * One code point each, because a schema counts lengths in code points. Mostly characters of a
 * keyboard. Line breaks are the only control characters.
 */
const CHARACTER = fc.oneof(
  { weight: 12, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom('é', 'ß', '漢', '😀', '\u0301', '\u00a0', '\n', '"', '\\') },
);

/**
 * Returns undefined if fast-check cannot read the pattern (lookarounds, back references). Then the
 * caller uses the schema's example.
 */
function matchingTexts(pattern: string, maxLength: number | undefined): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), {
      size: 'xsmall',
      ...(maxLength === undefined ? {} : { maxLength }),
    });
  } catch {
    return fc.constant('');
  }
}

const name = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/);
const hostname = fc.array(name, { minLength: 2, maxLength: 3 }).map((labels) => labels.join('.'));
const email = fc.tuple(name, hostname).map(([local, host]) => `${local}@${host}`);
const path = fc.array(name, { maxLength: 3 }).map((parts) => parts.map((part) => `/${part}`).join(''));
const uri = fc
  .tuple(fc.constantFrom('https', 'http'), hostname, path, fc.constantFrom('', '?q=1', '#top'))
  .map(([scheme, host, below, rest]) => `${scheme}://${host}${below}${rest}`);
const instant = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const zone = fc.constantFrom('Z', '+01:00', '-05:30');
const base64 = fc.base64String({ maxLength: 24 });

/**
 * Generators by the names of the formats that Haft enforces. Every validator accepts their texts.
 */
const FORMAT_TEXTS: Readonly<Record<string, (() => fc.Arbitrary<string>) | undefined>> = {
  'date-time': () => fc.tuple(instant, zone).map(([text, offset]) => text.replace(/(\.000)?Z$/, offset)),
  date: () => instant.map((text) => text.slice(0, 10)),
  time: () => fc.tuple(instant, zone).map(([text, offset]) => `${text.slice(11, 19)}${offset}`),
  duration: () =>
    fc.oneof(
      fc.integer({ min: 1, max: 60 }).map((count) => `P${count}D`),
      fc.tuple(fc.nat(23), fc.nat(59)).map(([hours, minutes]) => `PT${hours}H${minutes}M`),
      fc.integer({ min: 1, max: 9 }).map((count) => `P${count}W`),
    ),
  email: () => email,
  'idn-email': () => email,
  hostname: () => hostname,
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
  uri: () => uri,
  'uri-reference': () => fc.oneof(uri, path),
  uuid: () => fc.uuid(),
  regex: () => fc.constantFrom('^a+$', '[a-z]', 'x|y', '^\\d{2}$', '.'),
  'json-pointer': () => path,
  byte: () => base64,
  base64: () => base64,
};
