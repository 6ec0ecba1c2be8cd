import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Format } from 'esbuild';

/*
 * An application that a bundler put into one file, started in a folder without `node_modules`. That
 * file must contain Haft's lazily loaded code, because a model decides whether it is needed.
 */

const APPLICATION = `import { createRuntime, defineTool, toolset } from 'haft';
const parameters = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
};
const echo = defineTool({ name: 'echo', description: 'Echoes.', parameters, execute: ({ text }) => text });
const run = createRuntime({ toolsets: toolset('echo', [echo]) }).startRun({ retries: 9 });
const ask = async (args) => {
  const { status, text, repairs } = await run.call({ name: 'echo', arguments: args });
  return [status, text.split('\\n')[0], repairs.map(({ kind }) => kind).join()];
};
async function main() {
  const outcomes = [await ask('{"text":"a"}'), await ask('{"text":[1]}'), await ask("{'text':'a',}"), await ask('{"text":')];
  console.log(JSON.stringify(outcomes));
}
main();
`;

const NEEDS_AJV = `import { defineTool } from 'haft';
const parameters = { type: 'object', unevaluatedProperties: false };
try {
  defineTool({ name: 'odd', description: 'Odd.', parameters, execute: () => 'done' });
  console.log('defined');
} catch (error) {
  console.log(error.code + ': ' + error.message);
}
`;

const FORMATS: readonly (readonly [Format, string])[] = [
  ['esm', 'main.mjs'],
  ['cjs', 'main.cjs'],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'haft-bundle-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Bundles a source into one file and returns its output. */
async function outputOf(source: string, format: Format, file: string): Promise<string> {
  const { warnings } = await build({
    stdin: { contents: source, resolveDir: join(import.meta.dirname, '..') },
    outfile: join(folder, file),
    bundle: true,
    format,
    platform: 'node',
    logLevel: 'silent',
    // In CommonJS there is no import.meta. Haft copes with that where it needs it.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  expect(warnings).toEqual([]);
  return execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' }).trim();
}

test.each(FORMATS)(
  'an application in one file (%s) answers valid, wrong and broken arguments',
  async (format, file) => {
    expect(JSON.parse(await outputOf(APPLICATION, format, file))).toEqual([
      ['success', 'a', ''],
      ['retry', expect.stringContaining("'echo'"), ''],
      ['success', 'a', 'syntax'],
      ['retry', 'The arguments end in the middle of an object; send them again completely.', ''],
    ]);
  },
);

describe.each(FORMATS)('an application in one file (%s) whose tool needs ajv', (format, file) => {
  beforeAll(() => {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  });

  it('says that it is not installed', async () => {
    expect(await outputOf(NEEDS_AJV, format, file)).toBe(
      "HAFT_MISSING_PEER: The parameter schema of 'odd' uses unevaluatedProperties, which only ajv checks, and ajv is not installed.",
    );
  });

  it('names the required version in place of the one next to it', async () => {
    const ajv = join(folder, 'node_modules/ajv');
    mkdirSync(join(ajv, 'dist'), { recursive: true });
    writeFileSync(join(ajv, 'package.json'), JSON.stringify({ name: 'ajv', version: '6.14.0' }));
    expect(await outputOf(NEEDS_AJV, format, file)).toMatch(
      /which only ajv checks, and ajv is installed in version 6\.14\.0, not in version 8\.$/,
    );
    writeFileSync(join(ajv, 'package.json'), JSON.stringify({ name: 'ajv', version: '8.18.0' }));
    const keywords = 'RULES = { rules: [], post: { rules: [] } };';
    writeFileSync(
      join(ajv, 'dist/2020.js'),
      `module.exports = class { ${keywords} compile() { return () => true; } };`,
    );
    expect(await outputOf(NEEDS_AJV, format, file)).toBe('defined');
  });
});
