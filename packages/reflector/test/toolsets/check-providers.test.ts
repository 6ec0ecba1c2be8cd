import { buildProject, type BuildResult } from '../../src/build/build-project.js';
import { withFolder } from '../support/with-folder.js';

/** Line 6 of the file is the first of the members. */
const toolset = (members: string, more = ''): string => `import { Param, Tool, Toolset } from '@haft/core';
/** Files. */
@Toolset({ prefix: 'file' })
export class FileToolset {
  // Members follow.
${members}
}
${more}`;

async function built(
  source: string,
  providers: readonly string[],
  check: (result: BuildResult) => void,
  strict = false,
): Promise<void> {
  await withFolder({ 'src/file.ts': source }, async ({ settings }) => {
    check(await buildProject({ ...settings, strict, for: providers }));
  });
}

const READ = `  /**
   * Reads a file.
   * @param path Where.
   */
  @Tool()
  read(path: string): string { return path; }`;
const TOP = `  /** Lists files. */
  @Tool()
  list(options: ListOptions): string { return ''; }`;
const LIST_OPTIONS = `/** How to list. */
export class ListOptions {
  /** How many. */
  '$top'!: number;
}
`;
const ANY = `  /**
   * Saves data.
   * @param id Which.
   * @param data What.
   */
  @Tool({ strict: true })
  save(id: string, data: { [key: string]: unknown }): string { return ''; }`;
const NOT = `  /**
   * Creates a file.
   * @param name Which.
   */
  @Tool()
  create(@Param({ schema: { type: 'string', not: { const: 'index.html' } } }) name: string): string { return name; }`;

describe('the providers that a build is for', () => {
  it('are satisfied by an ordinary tool', () =>
    built(toolset(READ), ['openai', 'anthropic', 'gemini', 'bedrock', 'mcp'], (result) => {
      expect(result).toMatchObject({ ok: true, diagnostics: [] });
    }));

  it('are sent a parameter under another name where they do not take its own', () =>
    built(toolset(TOP, LIST_OPTIONS), ['openai', 'anthropic'], (result) => {
      expect(result).toMatchObject({ ok: true, diagnostics: [] });
    }));

  it('refuse a long description: an error at the method [DOC-8]', () =>
    built(toolset(READ.replace('Reads a file.', `Reads ${'x'.repeat(1030)}.`)), ['openai'], (result) => {
      expect(result.ok).toBe(false);
      expect(result.diagnostics).toMatchObject([
        { code: 'HAFT1032', severity: 'warning' },
        { code: 'HAFT1070', severity: 'error', line: 11, column: 3 },
      ]);
    }));

  it('ignore a keyword: a warning at the parameter [NEW-14]', () =>
    built(toolset(NOT), ['gemini'], (result) => {
      expect(result.ok).toBe(true);
      expect(result.diagnostics).toMatchObject([
        {
          code: 'HAFT1071',
          severity: 'warning',
          message: "'not' at 'name' of tool 'file_create' does not reach the model: Gemini has no such keyword.",
          line: 11,
          column: 10,
        },
      ]);
    }));

  it('cannot be strict with a tool that asks for it: an error at the parameter [NEW-14, SCH-13]', () =>
    built(toolset(ANY), ['bedrock', 'mcp'], (result) => {
      expect(result.ok).toBe(false);
      expect(result.diagnostics).toMatchObject([
        {
          code: 'HAFT1072',
          severity: 'error',
          message:
            "The tool 'file_save' asks for strict mode and cannot have it at Bedrock because of 'data': an object must name its properties there, and take no others.",
          line: 12,
          column: 20,
        },
      ]);
    }));

  it.each([
    ['a property of a property', 'filter: Filter', 'filter.value', 16],
    ['a property of an item, at its list', 'filters: Filter[]', 'filters[*].value', 12],
    ['the item of a list, at the list', 'values: unknown[]', 'values[*]', 12],
  ])('cannot be strict because of %s', (_, parameter, path, line) => {
    const name = parameter.split(':')[0] ?? '';
    const method = ANY.replace('id Which', `${name} Which`).replace(
      /save\(.*\): string/,
      `save(${parameter}, more: string): string`,
    );
    const filter = '/** What. */\nexport interface Filter {\n  /** Of any type. */ value: unknown;\n}\n';
    return built(toolset(method.replace('data What', 'more What'), filter), ['openai'], (result) => {
      expect(result.diagnostics).toMatchObject([{ code: 'HAFT1072', line }]);
      expect(result.diagnostics[0]?.message).toContain(`because of '${path}'`);
    });
  });

  it('are asked about functions that defineTool makes tools as well', () =>
    built(
      `import { defineTool } from 'haft';
/**
 * Saves data.
 * @param data What.
 */
export function save(data: unknown): string {
  return String(data);
}
export const tool = defineTool(save, { strict: true });
`,
      ['openai'],
      (result) => {
        expect(result.diagnostics).toMatchObject([{ code: 'HAFT1072', file: 'src/file.ts', line: 6, column: 22 }]);
      },
    ));

  it('may take fewer tools in one request: told, and no obstacle even where warnings are errors', () => {
    const methods = Array.from({ length: 129 }, (_, index) => READ.replace('read(', `read${index}(`));
    return built(
      toolset(methods.join('\n')),
      ['openai', 'gemini'],
      (result) => {
        expect(result.ok).toBe(true);
        expect(result.diagnostics).toEqual([
          {
            code: 'HAFT1073',
            severity: 'info',
            message: 'There are 129 tools: OpenAI takes at most 128 in one request.',
            fix: 'Offer a run only the toolsets that it needs.',
          },
        ]);
      },
      true,
    );
  });

  it('must be known', () =>
    built(toolset(READ), ['openia', 'mcp'], (result) => {
      expect(result.ok).toBe(false);
      expect(result.diagnostics).toEqual([
        {
          code: 'HAFT1005',
          severity: 'error',
          message: "'for' names the unknown provider 'openia'. Did you mean 'openai'?",
          fix: 'Name one of: openai, anthropic, gemini, bedrock, mcp.',
        },
      ]);
    }));

  it('are not checked unless the project names them', () =>
    withFolder({ 'src/file.ts': toolset(`${TOP}\n${ANY}\n${NOT}`, LIST_OPTIONS) }, async ({ settings }) => {
      expect(await buildProject(settings)).toMatchObject({ ok: true, diagnostics: [] });
    }));

  it('are part of the identity of a cached build', () =>
    withFolder({ 'node_modules/.keep': '', 'src/file.ts': toolset(READ) }, async ({ settings }) => {
      await buildProject({ ...settings, for: ['openai', 'mcp'] });
      expect(await buildProject(settings)).toMatchObject({ ok: true, cached: false });
      expect(await buildProject({ ...settings, for: ['mcp', 'openai'] })).toMatchObject({ ok: true, cached: true });
    }));
});
