import { expect, it } from '@jest/globals';
import { onlyTool, readMembers } from '../support/read-fixture.js';

const read = (type: string): ReturnType<typeof readMembers> =>
  readMembers(`  /** A.\n   * @param x X. */\n  @Tool() take(x: ${type}, y: string): void {}`);

it('reports an intersection that has no value', () => {
  const { diagnostics } = read("{ kind: 'a' } & { kind: 'b' }");
  expect(diagnostics.filter((one) => one.severity === 'error').map((one) => one.code)).toEqual(['HAFT1040']);
});

it('leaves members of a union out that have no value', () => {
  const tool = onlyTool(read("({ kind: 'a'; n: number } | { kind: 'b' } | { kind: 'c' }) & { kind: 'a' | 'c' }"));
  expect(JSON.stringify(tool.arguments.schema)).not.toContain('"b"');
});
