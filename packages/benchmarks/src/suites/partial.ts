import { PartialArgumentsReader } from 'haft/feedback';
import { measureInProcess, type Measurement } from '../harness/measure-in-process.js';
import type { SuiteOptions } from './suite.js';
import { WITH_SCHEMA } from './row-names.js';

/** P14: arguments of 114 kB that arrive in pieces of 16 characters, parsed after each piece. */
export interface PartialResults {
  readonly rows: readonly Measurement[];
}

const PIECE = 16;
const LINES = 1215;

const SCHEMA = {
  type: 'object',
  properties: {
    note: { type: 'string', maxLength: 10_000 },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          sku: { type: 'string', pattern: '^[A-Z]{3}-\\d+$' },
          quantity: { type: 'integer', minimum: 1 },
          currency: { enum: ['EUR', 'USD'] },
          comment: { type: 'string', maxLength: 200 },
        },
        required: ['sku', 'quantity', 'currency'],
        additionalProperties: false,
      },
    },
  },
  required: ['note', 'lines'],
  additionalProperties: false,
} as const;

export async function partialSuite(options: SuiteOptions): Promise<PartialResults> {
  const text = argumentsText();
  const pieces = Array.from({ length: Math.ceil(text.length / PIECE) }, (_, index) =>
    text.slice(index * PIECE, (index + 1) * PIECE),
  );
  const readAll = (schema?: typeof SCHEMA): unknown => {
    const reader = new PartialArgumentsReader();
    for (const piece of pieces) {
      reader.add(piece);
      reader.read(schema);
    }
    const { value, isComplete, issues } = reader.read(schema);
    if (!isComplete || issues.length > 0) throw new Error('The arguments were not read.');
    return value;
  };
  const cases = [
    { name: 'floor: one JSON.parse', run: (): unknown => JSON.parse(text) },
    { name: 'Haft: read after every piece', run: (): unknown => readAll() },
    { name: WITH_SCHEMA, run: (): unknown => readAll(SCHEMA) },
  ];
  return { rows: await measureInProcess(cases, options) };
}

function argumentsText(): string {
  const lines = Array.from({ length: LINES }, (_, index) => ({
    sku: `ABC-${index}`,
    quantity: (index % 9) + 1,
    currency: index % 2 === 0 ? 'EUR' : 'USD',
    comment: 'Deliver "soon", please.\n',
  }));
  return JSON.stringify({ note: 'a'.repeat(7000), lines });
}
