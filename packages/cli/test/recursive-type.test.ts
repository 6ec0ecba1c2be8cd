import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { haft, project } from './support/haft.js';
import { removeTemporaryFolders } from './support/temporary-folder.js';

afterEach(removeTemporaryFolders);

const source = (type: string): string => `import { Tool, Toolset } from '@haft/core';

${type}

/** Expressions. */
@Toolset({ prefix: 'expression' })
export class ExpressionToolset {
  /**
   * Evaluates an expression.
   * @param expression The expression.
   */
  @Tool()
  evaluate(expression: E): number { return typeof expression === 'object' ? 1 : 0; }
}
`;

describe('haft build on a parameter whose type leads back to itself', () => {
  it.each([
    ['twice, before the branch that ends', 'type E = { left: E; right: E } | number;'],
    ['six times', 'type E = { a: E; b: E; c: E; d: E; e: E; f: E } | string;'],
    ['through another type', 'type E = { left: F; right: F } | number;\ntype F = { up: E; down: E };'],
  ])('ends, and writes a schema with a small example: %s', (_case, type) => {
    const folder = project({ 'src/expression.toolset.ts': source(type) });
    const { code, err } = haft(folder, ['build']);
    expect([code, err]).toEqual([0, '']);
    const written = readFileSync(join(folder, 'src/toolsets.gen.ts'), 'utf8');
    expect(written).toContain('"#/$defs/E"');
    expect(written.length).toBeLessThan(10_000);
  });

  it('ends, and reports a type that no value can have', () => {
    const folder = project({ 'src/expression.toolset.ts': source('type E = { left: E; right: E };') });
    const { code, err } = haft(folder, ['build']);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^src\/expression\.toolset\.ts:\d+:\d+ - error HAFT\d{4}: /),
    ]);
  });
});
