import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { LAYERS, packageName } from '../../../layers.js';

const root = join(import.meta.dirname, '../../..');
const layers = Object.entries(LAYERS) as [string, readonly string[]][];

/** The packages of ours that the sources of a package import, with the file that does. */
function importsOf(layer: string): { name: string; file: string }[] {
  const folder = join(root, 'packages', layer, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) =>
    importedPackages(readFileSync(join(folder, file), 'utf8')).map((name) => ({
      name,
      file: `packages/${layer}/src/${file}`,
    })),
  );
}

function importedPackages(source: string): string[] {
  // Templates and comments contain example code, but an import statement starts a line.
  const statements = source.matchAll(
    /^(?:import|export)[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  const specifiers = [...statements].map(([, from, effect, dynamic]) => from ?? effect ?? dynamic ?? '');
  return specifiers
    .filter((one) => /^(haft|@haft\/[a-z]+)(\/|$)/.test(one))
    .map((one) => one.replace(/^(haft|@haft\/[a-z]+).*/, '$1'));
}

describe.each(layers)('%s', (layer, allowed) => {
  it(`imports only: ${allowed.join(', ') || 'nothing of ours'}`, () => {
    const allowedNames = allowed.map(packageName);
    const wrong = importsOf(layer).filter(({ name }) => !allowedNames.includes(name) && name !== packageName(layer));
    expect(wrong).toEqual([]);
  });

  it('declares exactly its imports', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', layer, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    const declared = Object.keys(manifest.dependencies ?? {}).filter((name) => /^(haft$|@haft\/)/.test(name));
    const imported = new Set(importsOf(layer).map(({ name }) => name));
    imported.delete(packageName(layer));
    expect([...imported].sort()).toEqual(declared.sort());
  });
});

it('every published package with sources has a place in layers.js', () => {
  const folders = readdirSync(join(root, 'packages'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const published = folders
    .map(({ name }) => name)
    .filter((name) => {
      const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
        private?: boolean;
      };
      return manifest.private !== true && existsSync(join(root, 'packages', name, 'src'));
    });
  expect(published.sort()).toEqual(layers.map(([layer]) => layer).sort());
});

describe('the lint rule', () => {
  const lint = async (layer: string, code: string): Promise<string[]> => {
    const eslint = new ESLint({
      cwd: root,
      // Without types: only the direction of imports is asked here, and the file does not exist.
      overrideConfig: [{ languageOptions: { parserOptions: { projectService: false } } }],
      ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-imports',
    });
    const [result] = await eslint.lintText(code, { filePath: join(root, 'packages', layer, 'src/example.ts') });
    return result?.messages.map(({ message }) => message) ?? [];
  };

  it.each([
    ['core', "import { createRuntime } from '@haft/runtime';", 'core may import only: schema (layers.js).'],
    ['schema', "export { Tool } from '@haft/core';", 'schema may import only: none of ours (layers.js).'],
    [
      'runtime',
      "import type { X } from '@haft/reflector';",
      'runtime may import only: schema, core, arguments, compose (layers.js).',
    ],
    ['runtime', "import { x } from 'haft';", 'runtime may import only: schema, core, arguments, compose (layers.js).'],
    ['cli', "import { x } from '@haft/core/dist/index.js';", 'Import what a package exports.'],
  ])('refuses in %s: %s', async (layer, code, message) => {
    expect((await lint(layer, code)).join('\n')).toContain(message);
  });

  it('accepts the imports that the layer allows', async () => {
    expect(await lint('core', "import type { JsonSchema } from '@haft/schema';")).toEqual([]);
  });
});
