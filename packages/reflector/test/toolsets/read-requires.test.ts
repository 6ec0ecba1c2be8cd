import { expect, it } from '@jest/globals';
import { writeModule } from '../../src/emit/write-module.js';
import { readFiles } from '../support/read-fixture.js';

const read = (code: string) =>
  readFiles({ 'src/main.ts': `import { anyOf, Requires, Tool, Toolset } from '@haft/core';\n${code}` });

const ORDERS = `
const PREFIX = 'orders';
@Requires('staff')
abstract class Base {
  /** Finds. */ @Tool() @Requires(\`\${PREFIX}:read\`) find(): string { return ''; }
}
/** Orders. */
@Toolset()
@Requires('audited')
export class Orders extends Base {
  /** Closes. */ @Tool() @Requires(anyOf('orders:write', 'orders:admin')) @Requires('desk') close(): string { return ''; }
}
/** A clock. */
@Toolset()
export class Clock { /** Now. */ @Tool() now(): string { return ''; } }
`;

it('reads the permissions of a method, of its class and of base classes', () => {
  const { model, diagnostics } = read(ORDERS);
  expect(diagnostics).toEqual([]);
  const required = model.toolsets.flatMap(({ tools }) => tools.map(({ name, settings }) => [name, settings?.requires]));
  expect(Object.fromEntries(required)).toEqual({
    find: ['audited', 'orders:read', 'staff'],
    close: ['audited', 'desk', 'orders:write | orders:admin', 'staff'],
    now: undefined,
  });
});

it('writes the type of all permissions, and none without any', () => {
  const written = writeModule(read(ORDERS).model, { out: '/project/src/toolsets.gen.ts' });
  expect(written).toContain(
    "export type Permission = 'audited' | 'desk' | 'orders:admin' | 'orders:read' | 'orders:write' | 'staff';",
  );
  const { model } = read(
    "/** A clock. */ @Toolset() export class Clock { /** Now. */ @Tool() now(): string { return ''; } }",
  );
  expect(writeModule(model, { out: '/project/src/toolsets.gen.ts' })).not.toContain('Permission');
});

it.each([
  ["'two words'", '@Requires("two words") is not the name of a permission.'],
  ["anyOf('a', '')", '@Requires("") is not the name of a permission.'],
  ['process.title', '@Requires(process.title) is not a constant text.'],
])('HAFT1076: reports %s', (argument, message) => {
  const { diagnostics } = read(
    `declare const process: { title: string };\n/** A. */ @Toolset() export class A { /** Does. */ @Tool() @Requires(${argument}) act(): string { return ''; } }`,
  );
  expect(diagnostics.map((one) => [one.code, one.severity, one.message])).toEqual([['HAFT1076', 'error', message]]);
});
