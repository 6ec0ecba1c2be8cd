import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as {
  checkSync: (
    source: string,
    flags: string,
    options: object,
  ) => { readonly status: string; readonly complexity?: { readonly summary: string } };
};

/** Folders whose regular expressions read text of a model. */
const FOLDERS = ['../src/', '../../runtime/src/arguments/'];

const patterns = new Map<string, string>();
for (const folder of FOLDERS) {
  const root = new URL(folder, import.meta.url);
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const source = ts.createSourceFile(name, readFileSync(new URL(name, root), 'utf8'), ts.ScriptTarget.ES2022);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) patterns.set(node.text, name);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
}

describe('regular expressions that read text of a model', () => {
  it('are found', () => {
    expect(patterns.size).toBeGreaterThan(30);
  });

  it.each([...patterns])(
    '%s in %s takes linear time',
    (text) => {
      const end = text.lastIndexOf('/');
      const result = checkSync(text.slice(1, end), text.slice(end + 1), { checker: 'automaton', timeout: 100_000 });
      expect({ text, status: result.status, complexity: result.complexity?.summary }).toEqual({
        text,
        status: 'safe',
        complexity: expect.stringMatching(/^(safe|linear)$/),
      });
    },
    120_000,
  );
});
