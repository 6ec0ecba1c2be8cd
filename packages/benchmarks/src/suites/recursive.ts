import { createRuntime, defineTool, toolset } from 'haft';
import { measureInProcess, type Measurement } from '../harness/measure-in-process.js';
import { Ledger } from '../toolsets/ledger.js';
import { toolsets } from '../toolsets.gen.js';
import type { Tree } from '../toolsets/trees.toolset.js';
import type { SuiteOptions } from './suite.js';
import { SIZES } from './row-names.js';

/** P13: arguments of a recursive union without a tag, valid and invalid, of many sizes. */
export interface RecursiveResults {
  readonly rows: readonly RecursiveRow[];
}

/** The calls of one kind with trees of each of {@link SIZES}. */
export interface RecursiveRow {
  readonly name: string;
  readonly calls: readonly Measurement[];
}

const CHILDREN = 8;
const LIMITS = { maxCharacters: 4_000_000, maxNodes: 100_000, maxDepth: 200 };

/** The schema of the same tree for a tool that is defined at run time. */
const TREE_SCHEMA = {
  anyOf: [
    {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } }, label: { type: 'string' } },
      required: ['children', 'label'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } }, value: { type: 'number' } },
      required: ['children', 'value'],
      additionalProperties: false,
    },
    { type: 'string' },
  ],
} as const;

export async function recursiveSuite(options: SuiteOptions): Promise<RecursiveResults> {
  const defined = defineTool({
    name: 'defined',
    description: 'Counts the children of a tree.',
    settings: { retries: 1_000_000_000 },
    parameters: {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Tree' } },
      required: ['tree'],
      additionalProperties: false,
      $defs: { Tree: TREE_SCHEMA },
    },
    execute: (args: { readonly tree?: Tree }) => (typeof args.tree === 'object' ? args.tree.children.length : 0),
  });
  const runtime = createRuntime({
    toolsets: [toolsets, toolset('defined', [defined])],
    provide: [Ledger],
    limits: { arguments: LIMITS },
  });
  const run = runtime.startRun();
  const call = async (name: string, text: string): Promise<string> =>
    (await run.call({ id: 'c1', name, arguments: text })).status;
  const participants = [
    { name: 'floor: JSON.parse and a check by hand', status: (text: string) => byHand(text) },
    { name: 'Haft: a reflected tool', status: (text: string) => call('plant', text) },
    { name: 'Haft: a tool of defineTool', status: (text: string) => call('defined', text) },
  ];
  const rows: RecursiveRow[] = [];
  for (const kind of ['valid', 'invalid'] as const) {
    const texts = SIZES.map((size) => JSON.stringify({ tree: treeOf(size, kind === 'valid') }));
    for (const { name, status } of participants) {
      for (const text of texts) {
        const found = await status(text);
        if (found !== (kind === 'valid' ? 'success' : 'retry')) throw new Error(`${name}: ${found}`);
      }
      const cases = texts.map((text, i) => ({ name: `${SIZES[i] ?? 0}`, run: () => status(text) }));
      rows.push({ name: `${name}, ${kind}`, calls: await measureInProcess(cases, options) });
    }
  }
  return { rows };
}

/**
 * Makes a tree with so many branches. In an invalid one, the last branch has a label that is a
 * number.
 */
function treeOf(size: number, isValid: boolean): Tree {
  const make = (left: number, isLast: boolean): Tree => {
    const inside = left - 1;
    const count = Math.min(CHILDREN, inside);
    const children = Array.from({ length: count }, (_, i) => {
      const share = Math.floor(inside / count) + (i < inside % count ? 1 : 0);
      return make(share, isLast && i === count - 1);
    });
    if (isLast && count === 0 && !isValid) return { children, label: 5 } as unknown as Tree;
    return left % 2 === 0 ? { children, label: `l${left}` } : { children, value: left };
  };
  return make(size, true);
}

function byHand(text: string): string {
  const { tree } = JSON.parse(text) as { tree: unknown };
  return isTree(tree) ? 'success' : 'retry';
}

function isTree(value: unknown): value is Tree {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null) return false;
  const { children, label, value: number, ...others } = value as Readonly<Record<string, unknown>>;
  if (Object.keys(others).length > 0 || !Array.isArray(children) || !children.every(isTree)) return false;
  return number === undefined ? typeof label === 'string' : label === undefined && typeof number === 'number';
}
