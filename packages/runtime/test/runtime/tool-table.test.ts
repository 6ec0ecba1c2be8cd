import { Tool, Toolset } from '@haft/core';
import { createRuntime } from '../../src/index.js';
import type { PlannedTool } from '../../src/call/tools/planned-tool.js';
import { ToolTable } from '../../src/run/state/tool-table.js';
import type { AnyTool } from '@haft/compose';
import { entryOf, type ToolEntry } from '@haft/compose/internal';
import { reflect } from '../support/reflect.js';
import { fakeTool } from '../toolsets/fake-tools.js';

const made: string[] = [];
const planOf = (tool: AnyTool): PlannedTool => ({ tool }) as PlannedTool;

function plain(name: string, aliases: readonly string[] = []): ToolEntry {
  const tool = { ...fakeTool(name), aliases };
  return {
    ...entryOf(tool),
    isPlain: true,
    tool() {
      made.push(name);
      return tool;
    },
  };
}

beforeEach(() => {
  made.splice(0);
});

test('plain tools are created on first use, the others immediately', () => {
  const others = entryOf(fakeTool('governed'));
  const table = new ToolTable(
    [plain('a'), plain('b', ['old_b']), { ...others, tool: () => plain('governed').tool() }],
    planOf,
  );
  expect(new Set(made)).toEqual(new Set(['governed']));
  expect(table.definitions.map(({ name }) => name)).toEqual(['a', 'b', 'governed']);
  expect(made).not.toContain('a');
  expect(table.find('old_b')).toBe(table.find('b'));
  expect(made.filter((name) => name === 'b')).toHaveLength(1);
  expect(table.find('c')).toBeUndefined();
  table.planAll();
  expect(made.filter((name) => name === 'a')).toHaveLength(1);
});

test('two of one name, and an alias of two tools, are refused though neither is made', () => {
  expect(() => new ToolTable([plain('a'), plain('a')], planOf)).toThrow(
    expect.objectContaining({ code: 'HAFT_DUPLICATE_TOOL' }),
  );
  expect(() => new ToolTable([plain('a', ['x']), plain('b', ['x'])], planOf)).toThrow(
    expect.objectContaining({ code: 'HAFT_DUPLICATE_TOOL' }),
  );
  expect(made).toEqual([]);
});

test('statistics include uncalled tools', () => {
  @Toolset({ prefix: 'files' })
  class Files {
    @Tool() read(): string {
      return 'text';
    }
    @Tool() list(): string {
      return 'none';
    }
  }
  const runtime = createRuntime({ toolsets: [reflect(Files, { read: {}, list: {} }, { prefix: 'files_' })] });
  expect(runtime.statistics().map(({ tool, calls }) => [tool, calls])).toEqual([
    ['files_read', 0],
    ['files_list', 0],
  ]);
});
