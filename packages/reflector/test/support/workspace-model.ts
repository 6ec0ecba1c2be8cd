import type { JsonSchemaObject } from '@haft/schema';
import type { ProjectModel } from '../../src/model.js';
import { classOf, typeOf } from './models.js';

/**
 * A small project by hand: positional parameters, a default, a host parameter, a DTO with a date, a
 * tagged union.
 */
export function workspaceModel(root = '/project'): ProjectModel {
  return {
    toolsets: [fileToolset(root)],
    services: [
      {
        class: classOf('Workspace', 'workspace.ts', root),
        dependencies: [
          { kind: 'inject' },
          { kind: 'class', class: classOf('Clock', 'clock.ts', root), optional: true },
        ],
        properties: {},
      },
    ],
    functions: [],
    runtimeModule: '@haft/core',
    importStyle: '.js',
    lazyImport: 'import',
  };
}

function fileToolset(root: string): ProjectModel['toolsets'][number] {
  return {
    class: classOf('FileToolset', 'tools/file-toolset.ts', root),
    dependencies: [{ kind: 'class', class: classOf('Workspace', 'workspace.ts', root), optional: false }],
    properties: {},
    name: 'file',
    source: 'src/tools/file-toolset.ts',
    description: 'Files of one workspace.',
    tools: [readTool(), writeTool(root)],
  };
}

function readTool(): ProjectModel['toolsets'][number]['tools'][number] {
  const schema: JsonSchemaObject = {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Path relative to the workspace root.', minLength: 1 },
      limit: { type: 'integer', description: 'Most lines to return.', minimum: 1, maximum: 2000, default: 200 },
      encoding: { enum: ['utf8', 'latin1'] },
    },
    required: ['path'],
    additionalProperties: false,
  };
  return {
    name: 'file_read',
    method: 'read',
    version: '1',
    description: "Reads a text file; it's cut at `limit` lines.",
    aliases: ['read_file'],
    hints: { readOnly: true },
    parameters: [
      { kind: 'model', name: 'path', optional: false },
      { kind: 'model', name: 'limit', optional: true },
      { kind: 'run' },
      { kind: 'model', name: 'encoding', optional: true },
    ],
    single: false,
    arguments: { ...typeOf(schema), wireType: "{ path: string; limit?: number; encoding?: 'utf8' | 'latin1' }" },
    result: { schema: { type: 'string' }, wireType: 'string' },
    value: ['cloned', 'json'],
    examples: [],
    sensitive: [],
  };
}

function writeTool(root: string): ProjectModel['toolsets'][number]['tools'][number] {
  const when: JsonSchemaObject = { type: 'string', format: 'date-time' };
  const replace: JsonSchemaObject = {
    type: 'object',
    properties: { kind: { const: 'replace' }, content: { type: 'string', maxLength: 10_000 } },
    required: ['kind', 'content'],
    additionalProperties: false,
  };
  const touch: JsonSchemaObject = {
    type: 'object',
    properties: { kind: { const: 'touch' }, at: when },
    required: ['kind', 'at'],
    additionalProperties: false,
  };
  const schema: JsonSchemaObject = {
    type: 'object',
    properties: {
      path: { type: 'string', pattern: '^[\\w/.-]+$' },
      edit: { oneOf: [replace, touch], discriminator: { propertyName: 'kind' } },
      tags: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 5, uniqueItems: true },
      secret: { type: 'string' },
    },
    required: ['path', 'edit'],
    additionalProperties: false,
  };
  const type = typeOf(schema, [
    [
      schema,
      {
        kind: 'dto',
        class: classOf('WriteFileDto', 'write-file.dto.ts', root),
        uncovered: ['path'],
        rules: { path: '*' },
        transformed: false,
      },
    ],
    [when, { kind: 'date' }],
  ]);
  return {
    name: 'file_write',
    method: 'write',
    version: '2',
    description: 'Writes a file.',
    aliases: [],
    parameters: [
      { kind: 'model', name: 'file', optional: false },
      { kind: 'host', name: 'clock', class: classOf('Clock', 'clock.ts', root) },
      { kind: 'run' },
    ],
    single: true,
    arguments: {
      ...type,
      wireType:
        "{ path: string; edit: { kind: 'replace'; content: string } | { kind: 'touch'; at: string }; tags?: string[]; secret?: string }",
    },
    examples: [{ path: 'a.txt', edit: { kind: 'touch', at: '2026-01-31T09:00:00Z' } }],
    sensitive: [['secret']],
  };
}
