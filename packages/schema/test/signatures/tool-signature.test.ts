import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ts from 'typescript';
import type { JsonSchemaObject } from '../../src/index.js';
import { toolSignature, type SignedTool } from '../../src/signatures/index.js';
import { arbitrarySchema } from '../support/arbitrary-schema.js';
import { representativeSchemas } from '../support/representative-schemas.js';

const slice: JsonSchemaObject = {
  type: 'object',
  properties: { text: { type: 'string', description: 'As it stands there.' }, next: { type: ['integer', 'null'] } },
  required: ['text'],
  additionalProperties: false,
};
const read: SignedTool = {
  name: 'file_read',
  description: 'Reads a text file.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Path relative to the root.' },
      limit: { type: 'integer', default: 200 },
      mode: { enum: ['text', 'lines'] },
    },
    required: ['path'],
    additionalProperties: false,
  },
  result: slice,
};
const tree: SignedTool = {
  name: 'grow',
  description: 'Grows.',
  parameters: {
    type: 'object',
    properties: { tree: { $ref: '#/$defs/Tree' } },
    additionalProperties: false,
    $defs: {
      Tree: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } }, 'x-id': { type: 'number' } },
        required: ['children'],
      },
    },
  },
};
const nothing: SignedTool = {
  name: 'now',
  description: 'Tells the "time".',
  parameters: { type: 'object', additionalProperties: false },
  result: { type: 'string' },
};

describe('a tool as a signature [SCH-20]', () => {
  it('is an async function of one object in TypeScript', () => {
    expect(toolSignature(read)).toBe(`/** Reads a text file. */
declare function file_read(args: {
  /** Path relative to the root. */
  path: string;
  /** @defaultValue 200 */
  limit?: number;
  mode?: "text" | "lines";
}): Promise<{
  /** As it stands there. */
  text: string;
  next?: number | null;
}>;
`);
    expect(toolSignature(nothing)).toBe('/** Tells the "time". */\ndeclare function now(): Promise<string>;\n');
    expect(toolSignature(tree)).toBe(`type Tree = {
  children: Tree[];
  "x-id"?: number;
};
/** Grows. */
declare function grow(args?: {
  tree?: Tree;
}): Promise<unknown>;
`);
  });

  it('is a function of keyword arguments in Python', () => {
    expect(toolSignature(read, 'python')).toBe(`class FileReadResult(TypedDict):
    # As it stands there.
    text: str
    next: NotRequired[int | None]

def file_read(*, path: str, limit: int = 200, mode: Literal["text", "lines"] = ...) -> FileReadResult:
    """Reads a text file.

    path: Path relative to the root.
    """
`);
    expect(toolSignature(nothing, 'python')).toBe('def now() -> str:\n    """Tells the "time"."""\n');
    expect(toolSignature(tree, 'python')).toBe(`Tree = TypedDict("Tree", {
    "children": "list[Tree]",
    "x-id": NotRequired[float],
})

def grow(*, tree: Tree = ...) -> Any:
    """Grows."""
`);
  });

  it('takes names that Python does not know as one dictionary', () => {
    const parameters = { type: 'object', properties: { from: { type: 'string' } }, required: ['from'] } as const;
    expect(toolSignature({ name: 'go', description: 'Goes.', parameters }, 'python')).toBe(
      'GoArguments = TypedDict("GoArguments", {\n    "from": str,\n})\n\ndef go(**arguments: Unpack[GoArguments]) -> Any:\n    """Goes."""\n',
    );
  });

  const sources = fc
    .sample(arbitrarySchema, { numRuns: 150, seed: 7 })
    .map((value) => ({ type: 'object', properties: { value } }) as const);
  const tools = [...Object.values(representativeSchemas), ...sources].map((parameters, index): SignedTool => ({
    name: `tool_${index}`,
    description: 'Say """it""" \\ */ now"',
    parameters,
    result: parameters,
  }));

  it('is what TypeScript takes, for each shape of a schema', () => {
    for (const tool of tools) {
      const { diagnostics = [] } = ts.transpileModule(toolSignature(tool), { reportDiagnostics: true });
      expect([tool.parameters, diagnostics.map(({ messageText }) => messageText)]).toEqual([tool.parameters, []]);
    }
  });

  const hasPython = spawnSync('python3', ['-c', 'from typing import NotRequired, Unpack']).status === 0;
  (hasPython ? it : it.skip)('is what Python takes, for each shape of a schema', () => {
    const sources = tools.map((tool) => toolSignature(tool, 'python'));
    const program =
      'import json, sys\nfrom typing import *\nfor source in json.load(sys.stdin): exec(source, dict(globals()))';
    const { status, stderr } = spawnSync('python3', ['-c', program], {
      input: JSON.stringify(sources),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});
