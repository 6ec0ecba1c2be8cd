import { crc32 } from 'node:zlib';

/**
 * An event in the framing of AWS (`application/vnd.amazon.eventstream`): lengths, headers, JSON,
 * and checksums of both.
 */
export function awsEvent(type: string, payload: object): Uint8Array {
  const body = Buffer.from(JSON.stringify(payload));
  const headers = Buffer.concat([
    header(':message-type', 'event'),
    header(':event-type', type),
    header(':content-type', 'application/json'),
  ]);
  const prelude = Buffer.concat([uint32(16 + headers.length + body.length), uint32(headers.length)]);
  const message = Buffer.concat([prelude, uint32(crc32(prelude)), headers, body]);
  return Buffer.concat([message, uint32(crc32(message))]);
}

const TEXT = 7;

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([TEXT]),
    length,
    Buffer.from(value),
  ]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
