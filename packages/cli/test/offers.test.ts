import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleTools } from '../src/inspect/module-tools.js';
import { haft, project } from './support/haft.js';
import { removeTemporaryFolders, writeFiles } from './support/temporary-folder.js';

const LIBRARY = (uri: string, members = '') => ({
  'src/library.toolset.ts': `import { Prompt, Requires, Resource, Tool, Toolset } from '@haft/core';

/** Orders. */
@Toolset()
export class Library {
  /** Finds an order. @param id - Its number. */
  @Requires('orders:read')
  @Tool()
  order(id: number): string {
    return String(id);
  }

  /** An order. @param id - Its number. */
  @Requires('orders:read')
  @Resource('${uri}')
  read(id: number): string {
    return String(id);
  }
${members}
}
`,
});
const PROMPT = `
  /** Asks for a summary. @param id - The order. */
  @Prompt({ name: 'order' })
  ask(id: string): string {
    return id;
  }`;

afterAll(removeTemporaryFolders);

let folder: string;
beforeAll(() => {
  folder = project(LIBRARY('orders://{id}', PROMPT));
});

it('haft list shows resources by their URI, and prompts [NEW-38]', () => {
  expect(haft(folder, ['list']).out).toBe(`order  Finds an order.

orders://{id}  An order.

order  Asks for a summary.

1 tool, 1 resource, 1 prompt in 1 toolset
`);
  expect(JSON.parse(haft(folder, ['list', '--json']).out)).toMatchObject([
    { name: 'order', method: 'order' },
    { name: 'read', kind: 'resource', uri: 'orders://{id}', method: 'read' },
    { name: 'order', kind: 'prompt', method: 'ask' },
  ]);
});

it('haft diff reports a removed prompt and another URI as breaking', () => {
  const { out: written } = haft(folder, ['schema']);
  expect(haft(folder, ['diff', '-'], written)).toEqual({ code: 0, out: 'no changes\n', err: '' });
  const changed = project(LIBRARY('orders://all/{id}'));
  const { code, out } = haft(changed, ['diff', '-'], written);
  expect(code).toBe(1);
  expect(out).toContain('prompt order\n  breaking    the prompt is gone\n');
  expect(out).toContain('resource read\n  breaking    the URI orders://{id} became orders://all/{id}\n');
  expect(out).not.toMatch(/^order$/m);
  const added = haft(folder, ['diff', '-'], haft(changed, ['schema']).out);
  expect(added.out).toContain('prompt order\n  compatible  the prompt is new\n');
});

it('haft schema --for prints tools only, because models see no others', () => {
  const { out } = haft(folder, ['schema', '--for', 'openai', '--format', 'json']);
  expect((JSON.parse(out) as { readonly tools: readonly { readonly name: string }[] }).tools).toMatchObject([
    { name: 'order' },
  ]);
});

it('haft docs has a section for each', () => {
  const { out } = haft(folder, ['docs']);
  expect(out).toContain('| [`orders://{id}`](#resource-read) | An order. |');
  expect(out).toContain('## resource read\n\nURI: `orders://{id}`\n\nAn order.');
  expect(out).toContain('| [prompt `order`](#prompt-order) | Asks for a summary. |');
});

it('haft docs --access and haft check --access cover them', () => {
  expect(haft(folder, ['docs', '--access']).out.replaceAll(/ +/g, ' ')).toContain(
    '| `resource read` | needed | nothing | none |\n| `prompt order` | | nothing | none |\n',
  );
  const open = project({
    'src/a.ts': `import { Requires, Resource, Tool, Toolset } from '@haft/core';
/** A. */
@Toolset() export class A {
  /** R. */ @Requires('a') @Resource('a://b') r(): string { return ''; }
  /** T. */ @Tool() t(): void {}
}`,
  });
  haft(open, ['build']);
  const { diagnostics } = JSON.parse(haft(open, ['check', '--access', '--json']).out) as {
    readonly diagnostics: readonly object[];
  };
  expect(diagnostics).toMatchObject([{ code: 'HAFT1075', line: 5 }]);
});

it('the inspector compares the modules of commits by kind', () => {
  writeFiles(folder, LIBRARY('orders://{id}', PROMPT));
  haft(folder, ['build']);
  const text = readFileSync(join(folder, 'src/toolsets.gen.ts'), 'utf8');
  expect(moduleTools(text).map(({ kind, name, uri }) => [kind, name, uri])).toEqual([
    [undefined, 'order', undefined],
    ['resource', 'read', 'orders://{id}'],
    ['prompt', 'order', undefined],
  ]);
});
