import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ts from 'typescript';
import type { JsonSchemaObject } from '../../src/index.js';
import { toolMember, toolSignature, type SignedTool } from '../../src/signatures/index.js';
import { arbitrarySchema } from '../support/arbitrary-schema.js';
import { representativeSchemas } from '../support/representative-schemas.js';

/** Returns the errors of the compiler about a source, without libraries. */
function problemsOf(source: string): readonly string[] {
  const library = `interface Array<T> { length: number } interface Promise<T> { then: T } type Record<K extends keyof any, T> = { [P in K]: T };
    interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {} interface NewableFunction {}
    interface Number {} interface Object {} interface RegExp {} interface String {}`;
  const files = new Map(Object.entries({ 'lib.d.ts': library, 'tools.ts': source }));
  const parsed = new Map(
    [...files].map(([name, text]) => [name, ts.createSourceFile(name, text, ts.ScriptTarget.ESNext)]),
  );
  const program = ts.createProgram({
    rootNames: [...files.keys()],
    options: { noLib: true, strict: true, types: [] },
    host: { ...ts.createCompilerHost({}), getSourceFile: (name) => parsed.get(name) },
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

function joined(tools: readonly SignedTool[]): { types: string; members: string } {
  const all = tools.map((tool) => toolMember(tool));
  return { types: all.map(({ types }) => types).join(''), members: all.map(({ member }) => member).join('') };
}

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

  it('is a method of an object as a member, with `any` for values without a schema', () => {
    expect(toolSignature(read, { as: 'member' })).toBe(`  /** Reads a text file. */
  file_read(args: {
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
    expect(toolSignature(tree, { as: 'member' })).toBe(`type grow_Tree = {
  children: grow_Tree[];
  "x-id"?: number;
};
  /** Grows. */
  grow(args?: {
    tree?: grow_Tree;
  }): Promise<any>;
`);
    const open: SignedTool = {
      name: 'open',
      description: '',
      parameters: { type: 'object', properties: { a: {}, b: { type: 'array' } }, additionalProperties: true },
      result: { type: 'object' },
    };
    expect(toolSignature(open, { as: 'member' })).toBe(`  open(args?: {
    a?: any;
    b?: any[];
    [key: string]: any;
  }): Promise<Record<string, any>>;
`);
  });

  it('writes Python for the option `language`, and the form of functions by default', () => {
    expect(toolSignature(read, { language: 'python', as: 'member' })).toBe(toolSignature(read, 'python'));
    expect(toolSignature(read, {})).toBe(toolSignature(read));
  });

  it('takes names that Python does not know as one dictionary', () => {
    const parameters = { type: 'object', properties: { from: { type: 'string' } }, required: ['from'] } as const;
    expect(toolSignature({ name: 'go', description: 'Goes.', parameters }, 'python')).toBe(
      'GoArguments = TypedDict("GoArguments", {\n    "from": str,\n})\n\ndef go(**arguments: Unpack[GoArguments]) -> Any:\n    """Goes."""\n',
    );
  });

  it('brackets a union of objects where more is made of it', () => {
    const [x, y] = ['x', 'y'].map((name) => ({ type: 'object', properties: { [name]: { type: 'string' } } }) as const);
    const one = { anyOf: [x, y] } as JsonSchemaObject;
    const parameters = { type: 'object', properties: { many: { type: 'array', items: one } } } as const;
    expect(toolSignature({ name: 'go', description: 'Goes.', parameters })).toContain(`many?: ({
    x?: string;
  } | {
    y?: string;
  })[];`);
  });

  it('has a type of its own for a schema that refers to itself', () => {
    const link: JsonSchemaObject = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
    const tool: SignedTool = { name: 'go', description: 'Goes.', parameters: link, result: link };
    expect(toolSignature(tool)).toBe(`type GoArguments = {
  next: GoArguments;
};
type GoResult = {
  next: GoResult;
};
/** Goes. */
declare function go(args: GoArguments): Promise<GoResult>;
`);
    expect(toolSignature(tool, 'python')).toBe(`class GoArguments(TypedDict):
    next: "GoArguments"

class GoResult(TypedDict):
    next: "GoResult"

def go(*, next: GoArguments) -> GoResult:
    """Goes."""
`);
  });

  it('has a name that a function can have', () => {
    const named = (name: string): string[] =>
      (['typescript', 'python'] as const).map((language) => {
        const signature = toolSignature({ ...nothing, name }, language);
        return /(?:function|def) (.*?)\(/.exec(signature)?.[1] ?? '';
      });
    expect(['read-file', 'fs.read', '2fa', 'import', 'delete', 'None'].map(named)).toEqual([
      ['read_file', 'read_file'],
      ['fs_read', 'fs_read'],
      ['_2fa', '_2fa'],
      ['import_', 'import_'],
      ['delete_', 'delete'],
      ['None', 'None_'],
    ]);
  });

  it('names no definition like a type of the language', () => {
    const object: JsonSchemaObject = { type: 'object', properties: { x: {} }, required: ['x'] };
    const $defs = { Record: object, Any: object, none: object, $any: object };
    const properties = Object.fromEntries(Object.keys($defs).map((key) => [key, { $ref: `#/$defs/${key}` }]));
    const tool: SignedTool = { name: 'go', description: 'Goes.', parameters: { type: 'object', properties, $defs } };
    expect(toolSignature(tool).match(/type \S+ =/g)).toEqual([
      'type Record_ =',
      'type Any =',
      'type None =',
      'type $any =',
    ]);
    const python = toolSignature(tool, 'python');
    expect(python.match(/class \S+\(/g)).toEqual(['class Record(', 'class Any_(', 'class None_(', 'class _any(']);
  });

  const awkward: readonly JsonSchemaObject[] = [
    {
      type: 'object',
      properties: { many: { anyOf: [{ $ref: '#/$defs/L' }, { type: 'null' }] } },
      $defs: { L: { type: 'array', items: { $ref: '#/$defs/L' } } },
    },
    {
      type: 'object',
      properties: { in: { type: 'object', properties: { x: { type: 'string', description: 'a\rb = =\r\nc\0' } } } },
    },
    {
      type: 'object',
      properties: { $in: { type: 'object', properties: { $x: { type: 'object', properties: { y: {} } } } } },
    },
    { type: 'object', properties: { in: { enum: ['"', "'", '\n', '\\', '*/', '\0', 1, 1.5, null] } } },
  ];
  const sources = fc
    .sample(arbitrarySchema, { numRuns: 150, seed: 7 })
    .map((value) => ({ type: 'object', properties: { value } }) as const);
  const texts = ['Say """it""" \\ */ now"', 'Say """it"""', '"', '\\', '\\"\0', ''];
  const shapes = [...Object.values(representativeSchemas), ...awkward, ...sources];
  const tools = shapes.map((parameters, index): SignedTool => ({
    name: `tool_${index}`,
    description: texts[index % texts.length] ?? '',
    parameters,
    result: parameters,
  }));

  it('is valid TypeScript, for each shape of a schema', () => {
    for (const tool of tools) {
      const { diagnostics = [] } = ts.transpileModule(toolSignature(tool), { reportDiagnostics: true });
      expect([tool.parameters, diagnostics.map(({ messageText }) => messageText)]).toEqual([tool.parameters, []]);
    }
  });

  it('is valid TypeScript as a member, for each shape of a schema and each name of a tool', () => {
    const names = ['new', 'constructor', 'get', 'delete', '__proto__', 'read-file', '2fa', 'naïve', 'a"b\\', ''];
    const named = names.map((name): SignedTool => ({ ...tree, name, result: tree.parameters }));
    for (const tool of [...tools, ...named]) {
      const { types, member } = toolMember(tool);
      const problems = problemsOf(`${types}declare const tools: {\n${member}};\n`);
      expect([tool.name, tool.parameters, problems]).toEqual([tool.name, tool.parameters, []]);
    }
    const { types, members } = joined(named);
    const calls = names.map((name) => `tools[${JSON.stringify(name)}]({ tree: { children: [] } });\n`);
    expect(problemsOf(`${types}declare const tools: {\n${members}};\n${calls.join('')}`)).toEqual([]);
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
