import { decodeBytes } from '../../decode-bytes.js';

/** How the characters of a file are stored. */
export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The text of a file, and how to write it back. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

const UTF_8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');

/**
 * Decodes the bytes of a text file: by its byte order mark, else as UTF-8, else as Windows-1252.
 *
 * @returns undefined for data that is not text
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  if (startsWith(bytes, UTF_8_MARK)) return decodeMarked(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, 'utf-16be');
  if (bytes.includes(0)) return undefined;
  try {
    return { text: strictUtf8.decode(bytes), encoding: 'utf-8' };
  } catch {
    // Compressed data has control characters, text in an old encoding has none.
    return hasControls(bytes) ? undefined : { text: decodeBytes(windows1252, bytes), encoding: 'windows-1252' };
  }
}

/**
 * Encodes a text as a file had it.
 *
 * @returns undefined if the encoding lacks a character of the text
 */
export function encodeText(text: string, encoding: TextEncoding): Buffer | undefined {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'utf-8-bom':
      return Buffer.concat([UTF_8_MARK, Buffer.from(text, 'utf8')]);
    case 'utf-16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'utf-16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    case 'windows-1252':
      return encodeWindows1252(text);
  }
}

/** Returns how many bytes a part of a text takes in a file. */
export function encodedSize(part: string, encoding: TextEncoding): number {
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return Buffer.byteLength(part);
  return encoding === 'windows-1252' ? part.length : part.length * 2;
}

function decodeMarked(bytes: Uint8Array): DecodedText | undefined {
  try {
    return { text: strictUtf8.decode(bytes.subarray(UTF_8_MARK.length)), encoding: 'utf-8-bom' };
  } catch {
    return undefined;
  }
}

/** Half of a surrogate pair would become another character when it is written back. */
function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedText | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : { text, encoding };
  } catch {
    return undefined;
  }
}

let places: ReadonlyMap<string, number> | undefined;

function encodeWindows1252(text: string): Buffer | undefined {
  places ??= new Map(Array.from({ length: 256 }, (_, byte) => [decodeBytes(windows1252, Uint8Array.of(byte)), byte]));
  const bytes = Buffer.allocUnsafe(text.length);
  for (let i = 0; i < text.length; i++) {
    const byte = places.get(text[i] ?? '');
    if (byte === undefined) return undefined;
    bytes[i] = byte;
  }
  return bytes;
}

function hasControls(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27);
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
