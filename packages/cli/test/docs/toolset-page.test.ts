import type { ToolModel, ToolsetModel } from '@haft/reflector';
import type { JsonSchemaObject } from '@haft/schema';
import { toolsetPage } from '../../src/docs/toolset-page.js';

const tool = (model: Partial<ToolModel>): ToolModel => ({
  name: 'file_read',
  method: 'read',
  version: '0',
  description: 'Reads a text file.\n\nOnly text.',
  aliases: [],
  parameters: [],
  single: false,
  arguments: { schema: { type: 'object' }, revivals: new Map(), wireType: '{}' },
  examples: [],
  sensitive: [],
  ...model,
});

const toolset = (...tools: ToolModel[]): ToolsetModel =>
  ({
    name: 'FileToolset',
    source: 'src/file.toolset.ts',
    description: 'Files of one workspace.',
    tools,
    class: { exportName: 'FileToolset', name: 'FileToolset', from: { file: '/src/file.toolset.ts' } },
    dependencies: [],
    properties: {},
  }) satisfies ToolsetModel;

describe('toolsetPage', () => {
  it('shows each tool as a model sees it [TSP-26]', () => {
    const read = tool({
      hints: { readOnly: true },
      aliases: ['read_file'],
      version: '2',
      arguments: {
        schema: {
          type: 'object',
          properties: {
            path: { type: 'string', description: 'Path relative to the root.\nNever absolute.' },
            limit: { type: 'integer', minimum: 1, maximum: 2000, default: 200 },
            unit: { $ref: '#/$defs/Unit' },
          },
          required: ['path'],
          $defs: { Unit: { enum: ['a|b', 'c'], description: 'What to count.' } },
        },
        revivals: new Map(),
        wireType: '',
      },
      result: { schema: {}, wireType: '{ content: string }' },
      examples: [{ path: 'a.txt' }],
    });
    expect(toolsetPage(toolset(read))).toBe(`# FileToolset

Files of one workspace.

Source: \`src/file.toolset.ts\`

| tool | description |
| --- | --- |
| [\`file_read\`](#file_read) | Reads a text file. |

## file_read

Reads a text file.

Only text.

_Changes nothing; earlier names: \`read_file\`; version 2._

| argument | what | required | description |
| --- | --- | --- | --- |
| \`path\` | a string | yes | Path relative to the root. Never absolute. |
| \`limit\` | an integer from 1 to 2000 | no; default \`200\` |  |
| \`unit\` | one of "a\\|b", "c" | no | What to count. |

As types:

\`\`\`ts
export interface FileReadArguments {
  /**
   * Path relative to the root.
   * Never absolute.
   */
  path: string;
  /** @defaultValue 200 */
  limit?: number;
  unit?: Unit;
}

/** What to count. */
export type Unit = "a|b" | "c";
\`\`\`

Result:

\`\`\`ts
{ content: string }
\`\`\`

Example:

\`\`\`json
{
  "path": "a.txt"
}
\`\`\`
`);
  });

  it('shows types only where a table cannot say enough', () => {
    const flat = { a: { type: 'string' }, b: { type: 'array', items: { type: 'integer' } } } as const;
    const deep = { a: { type: 'array', items: { type: 'object', properties: flat } } } as const;
    const pageOf = (properties: JsonSchemaObject['properties']) => {
      const schema: JsonSchemaObject = { type: 'object', ...(properties && { properties }) };
      return toolsetPage(toolset(tool({ arguments: { schema, revivals: new Map(), wireType: '' } })));
    };
    expect(pageOf(flat)).not.toContain('As types:');
    expect(pageOf(deep)).toContain('As types:');
  });

  it('says so when a tool takes nothing', () => {
    expect(toolsetPage(toolset(tool({ description: 'Lists all.' })))).toContain('\nLists all.\n\nNo arguments.\n');
  });
});
