import { haft, project } from './support/haft.js';
import { removeTemporaryFolders, writeFiles } from './support/temporary-folder.js';

const FILES = (close: string) => ({
  'src/orders.toolset.ts': `import { anyOf, Hints, Requires, RequiresApproval, Tool, Toolset } from '@haft/core';

/** Orders. */
@Toolset({ prefix: 'orders' })
export class OrdersToolset {
  /** Finds an order. */
  @Tool()
  @Hints({ readOnly: true })
  find(): string {
    return '';
  }

  /** Cancels an order. */
  @Tool()
  @Requires('orders:read', anyOf('orders:write', 'admin'))
  @RequiresApproval()
  cancel(): void {}

  /** Closes an order. */
  @Tool()
  ${close}
  close(): void {}
}
`,
});

afterAll(removeTemporaryFolders);

it('prints the permissions of all tools, and fails for a tool without any', () => {
  const folder = project(FILES(''));
  haft(folder, ['build']);
  const { out } = haft(folder, ['docs', '--access']);
  expect(out.replaceAll(/ +/g, ' ')).toBe(
    [
      String.raw`| tool | \`orders:read\` | \`orders:write \| admin\` | changes | approval |`.replaceAll(
        String.raw`\``,
        '`',
      ),
      '| --- | --- | --- | --- | --- |',
      '| `orders_cancel` | needed | needed | something | every call |',
      '| `orders_close` | | | something | none |',
      '| `orders_find` | | | nothing | none |',
      '',
    ].join('\n'),
  );
  expect(JSON.parse(haft(folder, ['docs', '--access', '--json']).out)).toContainEqual({
    tool: 'orders_cancel',
    requires: ['orders:read', 'orders:write | admin'],
    readOnly: false,
    destructive: false,
    approval: 'every call',
  });
  const { code, out: checked } = haft(folder, ['check', '--access', '--json']);
  const { diagnostics } = JSON.parse(checked) as { readonly diagnostics: readonly object[] };
  expect(code).toBe(1);
  expect(diagnostics).toMatchObject([
    { code: 'HAFT1075', message: "'orders_close' may change something and requires no permission.", line: 22 },
  ]);
  expect(haft(folder, ['check']).code).toBe(0);
});

it('reports a permission that a version no longer requires as wider access', () => {
  const folder = project(FILES("@Requires('orders:write')"));
  haft(folder, ['build']);
  expect(haft(folder, ['check', '--access']).code).toBe(0);
  const before = haft(folder, ['schema', '--format', 'json']).out;
  writeFiles(folder, FILES(''));
  const { code, out } = haft(folder, ['diff', '-'], before);
  expect([code, out]).toEqual([
    1,
    expect.stringContaining('access widened: the permission orders:write is no longer required'),
  ]);
});

it('refuses --json without --access', () => {
  expect(haft(project({}), ['docs', '--json'])).toMatchObject({ code: 2, err: expect.stringContaining('--access') });
});
