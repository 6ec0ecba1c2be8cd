import { isBase64 } from './base64.js';
import { flawOfDate, isDate } from './date.js';
import { flawOfDateTime, isDateTime } from './date-time.js';
import { isDuration } from './duration.js';
import { isEmail, isIdnEmail } from './email.js';
import { isHostname } from './hostname.js';
import { isIpv4 } from './ipv4.js';
import { isIpv6 } from './ipv6.js';
import { isJsonPointer } from './json-pointer.js';
import { isRegex } from './regex.js';
import { isTime } from './time.js';
import { isUri, isUriReference } from './uri.js';
import { isUuid } from './uuid.js';

/** A value of the keyword `format`. */
export interface StringFormat {
  /** Returns whether a string has the format. Takes time at most linear in its length. */
  readonly test: (text: string) => boolean;
  /** Tells the flaw of an invalid string that looks like a valid one. */
  readonly flaw?: (text: string) => string | undefined;
  /** A noun phrase with an article: `a date-time`. */
  readonly phrase: string;
  /** A valid string. */
  readonly example: string;
  /** The document that defines the format. */
  readonly source: string;
  /** The differences to the class-validator decorator of the same purpose. */
  readonly note?: string;
}

const TABLE = {
  'date-time': {
    test: isDateTime,
    flaw: flawOfDateTime,
    phrase: 'a date-time',
    example: '2026-01-31T09:00:00Z',
    source: 'RFC 3339, section 5.6',
    note: 'IsISO8601, IsDateString and IsRFC3339 also take texts without a zone, week dates, a space for T, or impossible days.',
  },
  date: {
    test: isDate,
    flaw: flawOfDate,
    phrase: 'a date',
    example: '2026-01-31',
    source: 'RFC 3339, section 5.6',
    note: 'IsISO8601 and IsDateString also take times, week and ordinal dates, and 31 February unless strict.',
  },
  time: {
    test: isTime,
    phrase: 'a time with its zone',
    example: '09:00:00Z',
    source: 'RFC 3339, section 5.6',
    note: 'IsMilitaryTime takes 24-hour times without seconds and zone.',
  },
  duration: { test: isDuration, phrase: 'a duration', example: 'P1DT12H', source: 'RFC 3339, appendix A' },
  email: {
    test: isEmail,
    phrase: 'an email address',
    example: 'ada@example.com',
    source: 'RFC 5321, section 4.1.2',
    note: 'IsEmail wants a top-level domain, takes letters beyond ASCII in the local part, and no address literals.',
  },
  'idn-email': { test: isIdnEmail, phrase: 'an email address', example: 'ada@example.com', source: 'RFC 6531' },
  hostname: {
    test: isHostname,
    phrase: 'a host name',
    example: 'www.example.com',
    source: 'RFC 1123, section 2.1',
    note: 'IsFQDN wants a top-level domain of letters and takes letters beyond ASCII.',
  },
  ipv4: {
    test: isIpv4,
    phrase: 'an IPv4 address',
    example: '192.0.2.1',
    source: 'RFC 2673, section 3.2',
    note: 'IsIP(4) agrees.',
  },
  ipv6: {
    test: isIpv6,
    phrase: 'an IPv6 address',
    example: '2001:db8::1',
    source: 'RFC 4291, section 2.2',
    note: 'IsIP(6) also takes a zone (fe80::1%eth0).',
  },
  uri: {
    test: isUri,
    phrase: 'a URI',
    example: 'https://example.com/',
    source: 'RFC 3986',
    note: 'IsUrl takes http, https and ftp only, does not want a scheme, and wants a top-level domain.',
  },
  'uri-reference': {
    test: isUriReference,
    phrase: 'a URI or a relative reference',
    example: '/path?query',
    source: 'RFC 3986, section 4.1',
  },
  uuid: {
    test: isUuid,
    phrase: 'a UUID',
    example: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    source: 'RFC 9562',
    note: 'IsUUID checks the version and the variant digit.',
  },
  regex: { test: isRegex, phrase: 'a regular expression', example: '^a+$', source: 'ECMA-262, with the flag u' },
  'json-pointer': { test: isJsonPointer, phrase: 'a JSON pointer', example: '/items/0', source: 'RFC 6901' },
  byte: {
    test: isBase64,
    phrase: 'base64 text',
    example: 'aGFmdA==',
    source: 'RFC 4648, section 4',
    note: 'IsBase64 agrees by default, but for the empty text, which only the table takes as no bytes.',
  },
  base64: { test: isBase64, phrase: 'base64 text', example: 'aGFmdA==', source: 'RFC 4648, section 4' },
} satisfies Record<string, StringFormat>;

/** A format that Haft enforces. Every other name is an annotation. */
export type FormatName = keyof typeof TABLE;

/** The formats by name. A `Map` does not inherit names such as `constructor`. */
export const FORMATS: ReadonlyMap<string, StringFormat> = new Map<string, StringFormat>(Object.entries(TABLE));
