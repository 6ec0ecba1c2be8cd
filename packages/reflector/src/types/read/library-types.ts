import { ts } from '../../program/typescript.js';
import type { LeafNode, TypeNode } from '../model.js';
import { isLibraryInstance } from './library-instance.js';
import { libraryName } from './library-name.js';
import { toJsonResult } from './to-json-result.js';
import type { Reader, TypeHandler } from './type-handler.js';

/**
 * Types of the language and of Node that have a special JSON form, and those that certainly have
 * none.
 */
export const libraryType: TypeHandler = {
  name: 'library type',
  handles: (type, read) => {
    const name = libraryName(type, read);
    if (name === undefined || isKnownLibraryName(name)) return name !== undefined;
    return isLibraryInstance(type, read) && (read.direction === 'arguments' || toJsonResult(type, read) === undefined);
  },
  read: (type, read, written) => {
    const name = libraryName(type, read) ?? '';
    const leaf = LEAVES.get(name);
    if (leaf !== undefined) return leaf;
    if (COLLECTIONS.has(name)) return collection(name, type, read, written);
    return read.unsupported(type, 'has no JSON form', WITHOUT_JSON.get(name) ?? fixOfOther(name));
  },
};

const bytes = (as: 'Uint8Array' | 'Buffer'): LeafNode => ({
  kind: 'leaf',
  schema: { type: 'string', contentEncoding: 'base64' },
  wire: 'string',
  revival: { kind: 'bytes', as },
});

/** Returns whether a type of the language or of Node has a JSON form, or certainly has none. */
export function isKnownLibraryName(name: string): boolean {
  return LEAVES.has(name) || COLLECTIONS.has(name) || WITHOUT_JSON.has(name);
}

const LEAVES: ReadonlyMap<string, LeafNode> = new Map(
  Object.entries<LeafNode>({
    Date: { kind: 'leaf', schema: { type: 'string', format: 'date-time' }, wire: 'string', revival: { kind: 'date' } },
    URL: { kind: 'leaf', schema: { type: 'string', format: 'uri' }, wire: 'string', revival: { kind: 'url' } },
    Uint8Array: bytes('Uint8Array'),
    Buffer: bytes('Buffer'),
    String: { kind: 'leaf', schema: { type: 'string' }, wire: 'string' },
    Number: { kind: 'leaf', schema: { type: 'number' }, wire: 'number' },
    Boolean: { kind: 'leaf', schema: { type: 'boolean' }, wire: 'boolean' },
  }),
);

const COLLECTIONS = new Set(['Map', 'ReadonlyMap', 'Set', 'ReadonlySet']);

const WITHOUT_JSON = new Map([
  ...['WeakMap', 'WeakSet', 'WeakRef', 'Proxy', 'Generator', 'Iterator', 'AsyncIterator'].map((name) =>
    pair(name, 'Take plain data instead.'),
  ),
  ...['Promise', 'PromiseLike'].map((name) => pair(name, 'Write the type that it resolves to.')),
  ...['AsyncGenerator', 'AsyncIterable', 'AsyncIterableIterator', 'Iterable', 'IterableIterator', 'ArrayIterator'].map(
    (name) => pair(name, 'Use an array.'),
  ),
  ...['RegExp'].map((name) => pair(name, 'Take the pattern as a string.')),
  ...['Function', 'CallableFunction', 'NewableFunction'].map((name) => pair(name, 'Take data instead.')),
  ...[
    ...['Int8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array'],
    ...['Float64Array', 'BigInt64Array', 'BigUint64Array'],
  ].map((name) => pair(name, 'Use `number[]`, or `Uint8Array` for bytes.')),
  ...['ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Blob', 'File'].map((name) => pair(name, 'Use `Uint8Array`.')),
  ...['URLSearchParams', 'Headers', 'FormData'].map((name) => pair(name, 'Use `Record<string, string>`.')),
  ...['AbortSignal', 'AbortController'].map((name) => pair(name, 'Use `run.signal` of a RunContext parameter.')),
  ...['ReadableStream', 'WritableStream', 'Readable', 'Writable', 'Stream'].map((name) =>
    pair(name, 'Take a string or bytes.'),
  ),
]);

function fixOfOther(name: string): string {
  return /Error$|Exception$/.test(name)
    ? 'Use an object with the message.'
    : 'Take the data that you need as an object of your own.';
}

function pair(name: string, fix: string): [string, string] {
  return [name, fix];
}

function collection(name: string, type: ts.Type, read: Reader, written: ts.TypeNode | undefined): TypeNode {
  const [first, second] = read.checker.getTypeArguments(type as ts.TypeReference);
  const [writtenFirst, writtenSecond] = writtenArguments(written);
  if (first === undefined) return read.unsupported(type, 'says no item type', 'Write its type arguments.');
  if (name.endsWith('Set')) return { kind: 'array', items: read.read(first, writtenFirst), set: true };
  if (second === undefined) return read.unsupported(type, 'says no value type', 'Write its type arguments.');
  return { kind: 'map', keys: keys(first, read), values: read.read(second, writtenSecond) };
}

function keys(type: ts.Type, read: Reader): 'string' | 'number' | ReturnType<Reader['read']> {
  if (type.flags & ts.TypeFlags.String) return 'string';
  if (type.flags & ts.TypeFlags.Number) return 'number';
  return read.read(type);
}

/** Returns the written type arguments of a `Map` or `Set`. An alias has none. */
export function writtenArguments(written: ts.TypeNode | undefined): readonly ts.TypeNode[] {
  if (written === undefined || !ts.isTypeReferenceNode(written)) return [];
  return COLLECTIONS.has(written.typeName.getText()) ? (written.typeArguments ?? []) : [];
}
