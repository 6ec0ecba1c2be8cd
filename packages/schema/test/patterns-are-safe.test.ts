import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';

/**
 * Folders whose regular expressions read text of a model, or text that users write: sources,
 * comments, settings.
 */
const FOLDERS = ['../src/', '../../arguments/src/', '../../reflector/src/', '../../cli/src/'];

const patterns = new Map<string, string>();
for (const folder of FOLDERS) {
  const root = new URL(folder, import.meta.url);
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    // The text of the templates is Haft's own.
    if (!name.endsWith('.ts') || name === 'init/template.ts') continue;
    const source = ts.createSourceFile(name, readFileSync(new URL(name, root), 'utf8'), ts.ScriptTarget.ES2022);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) patterns.set(node.text, name);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
}

interface Result {
  readonly status: string;
  readonly complexity: string;
}

describe('regular expressions that read text from outside', () => {
  const results = new Map<string, Result>();

  beforeAll(() => {
    const texts = [...patterns.keys()];
    const parts = texts.map((text) => [text.slice(1, text.lastIndexOf('/')), text.slice(text.lastIndexOf('/') + 1)]);
    const program = fileURLToPath(new URL('support/check-patterns.mjs', import.meta.url));
    const output = execFileSync(process.execPath, [program], { input: JSON.stringify(parts), encoding: 'utf8' });
    for (const [index, result] of (JSON.parse(output) as readonly Result[]).entries()) {
      results.set(texts[index] as string, result);
    }
  }, 600_000);

  it('are found', () => {
    expect(patterns.size).toBeGreaterThan(30);
  });

  it.each([...patterns])('%s in %s takes linear time', (text) => {
    expect(results.get(text)).toEqual({
      status: 'safe',
      complexity: expect.stringMatching(/^(safe|linear)( \(fuzz\))?$/),
    });
  });
});
