import fc from 'fast-check';
import { LineSplitter } from '../../../src/code/python/line-splitter.js';
import { readProgramMessage } from '../../../src/code/python/program-message.js';

const TOKEN = 'token';
const read = (value: unknown) => readProgramMessage(Buffer.from(JSON.stringify(value)), TOKEN);
const CALL = { token: TOKEN, type: 'call', id: 3, name: 'a', arguments: '{}', place: [1, 2] };
const END = { token: TOKEN, type: 'end', exitCode: 0 };

describe('messages of a program', () => {
  it('are read', () => {
    expect(read({ token: TOKEN, type: 'begun' })).toEqual({ type: 'begun' });
    const call = { number: 3, name: 'a', arguments: '{}' };
    expect(read(CALL)).toEqual({ type: 'call', call: { ...call, place: { line: 1, column: 2 } } });
    expect(read({ ...CALL, place: null })).toEqual({ type: 'call', call });
    expect(read({ ...END, output: '[1]', error: 'e' })).toEqual({
      type: 'end',
      exitCode: 0,
      output: '[1]',
      error: 'e',
    });
    expect(read({ ...END, output: null })).toEqual({ type: 'end', exitCode: 0 });
  });

  it.each([
    { ...CALL, token: 'other' },
    { ...CALL, id: 0 },
    { ...CALL, id: -1 },
    { ...CALL, id: 1.5 },
    { ...CALL, id: '1' },
    { ...CALL, name: 'a'.repeat(201) },
    { ...CALL, name: null },
    { ...CALL, arguments: {} },
    { ...CALL, arguments: 'x'.repeat(1_000_001) },
    { ...CALL, arguments: '😀'.repeat(250_001) },
    { ...CALL, place: [0, 1] },
    { ...CALL, place: [1] },
    { ...CALL, more: 1 },
    { ...CALL, type: 'begun' },
    { ...END, exitCode: 256 },
    { ...END, output: 'x' },
    { ...END, output: JSON.stringify('x'.repeat(100_000)) },
    { ...END, error: 'x'.repeat(4_001) },
    { token: TOKEN, type: 'other' },
    { token: TOKEN, id: 1, value: 1 },
    { 'exit-code': 0, 'child-pid': 1 },
    [CALL],
    null,
    'begun',
  ])('are rejected if they are malformed: %#', (message) => {
    expect(read(message)).toBeUndefined();
  });

  it.each<[string, string | Buffer]>([
    ['no JSON', 'x'],
    ['no text', ''],
    ['nested lists without end', '['.repeat(60_000)],
    ['not UTF-8', Buffer.from(JSON.stringify({ ...CALL, name: '\xff' }), 'latin1')],
    ['an attempt to change prototypes', JSON.stringify(CALL).replace('{', '{"__proto__":{"polluted":1},')],
  ])('are rejected if they are %s', (_, line) => {
    expect(readProgramMessage(Buffer.from(line), TOKEN)).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('are rejected if a field is missing', () => {
    for (const message of [CALL, END]) {
      for (const name of Object.keys(message)) expect(read({ ...message, [name]: undefined })).toBeUndefined();
    }
  });

  it('are never anything else, for any bytes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          expect(readProgramMessage(bytes, TOKEN)).toBeUndefined();
        },
      ),
    );
  });
});

describe('the lines of a stream', () => {
  it('are the same for every division into chunks', () => {
    const line = fc.string({ maxLength: 20 }).map((text) => text.replaceAll('\n', ''));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(30)), (lines, sizes) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const splitter = new LineSplitter(1_000);
        const seen: string[] = [];
        let start = 0;
        for (const size of [...sizes, bytes.length]) {
          const chunk = bytes.subarray(start, start + size);
          start += size;
          for (const one of splitter.add(chunk) ?? []) seen.push(one.toString());
        }
        expect(seen).toEqual(lines);
      }),
    );
  });

  it('have a limit, with and without their end', () => {
    expect(new LineSplitter(3).add(Buffer.from('abc\nabc\nabc'))?.map(String)).toEqual(['abc', 'abc']);
    expect(new LineSplitter(3).add(Buffer.from('abcd\n'))).toBeUndefined();
    const splitter = new LineSplitter(3);
    expect(splitter.add(Buffer.from('ab'))).toEqual([]);
    expect(splitter.add(Buffer.from('cd'))).toBeUndefined();
  });
});
