import type { ToolModel, ToolsetModel } from '@haft/reflector';
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
  it('tells of every tool what a model is told', () => {
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

| tool | what it does |
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

  it('says so when a tool takes nothing', () => {
    expect(toolsetPage(toolset(tool({ description: 'Lists all.' })))).toContain('\nLists all.\n\nNo arguments.\n');
  });
});
