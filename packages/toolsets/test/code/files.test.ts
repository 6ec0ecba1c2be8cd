import { createRuntime } from '@haft/runtime';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeToolset, type CodeResult } from '../../src/code/index.js';
import { fileToolset } from '../../src/file/index.js';
import { folderWith, removeFolders } from '../file/support/file-run.js';

afterAll(removeFolders);

const execute = async (root: string, code: string): Promise<CodeResult> => {
  const toolsets = [fileToolset({ root, ripgrep: false }), codeToolset({ check: false })];
  const outcome = await createRuntime({ toolsets }).startRun().call('execute_code', { code });
  if (outcome.status !== 'success') throw new Error(`${outcome.status}: ${outcome.text}`);
  return outcome.value as CodeResult;
};

it('a program that reads a file and writes it back leaves every byte as it was [CODE-1, TOOL-1]', async () => {
  const unit = fc.constantFrom('a', 'é', '漢', '😀', ' ', '\t', '\n', '\n\n', '\r\n', '\ufeff', '\u2028', '\u0085');
  const texts = fc.sample(fc.string({ unit, minLength: 5, maxLength: 40 }), 19);
  const files = Object.fromEntries(
    ['one\r\ntwo\r\n', 'no end', '', '\ufeffmark\n', '\n\n', ...texts].map((text, index) => [`${index}.txt`, text]),
  );
  const root = folderWith(files);
  const code = `for (const name of ${JSON.stringify(Object.keys(files))}) {
    const { files: [{ content }] } = await tools.file_read({ paths: [name] });
    await tools.file_write({ path: name, content });
  }`;
  expect(await execute(root, code)).toMatchObject({ exitCode: 0 });
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(root, name), 'utf8')).toBe(text);
});

it('a program gets all lines of a file that is too long for a model [CODE-1, TOOL-1]', async () => {
  const root = folderWith({ 'a.log': `${'x'.repeat(60)} ERROR\n`.repeat(2_940) });
  const code = `const whole = (await tools.file_read({ paths: ['a.log'] })).files[0].content.split('ERROR').length - 1;
    const asked = (await tools.file_read({ paths: ['a.log:1-10000'] })).files[0].content.split('ERROR').length - 1;
    return [whole, asked];`;
  expect((await execute(root, code)).output).toEqual([2_940, 2_940]);
});

it('a program that reads a file over 1 MB is told how to read it in parts [CODE-3, TOOL-1]', async () => {
  const root = folderWith({ 'a.log': `${'x'.repeat(99)}\n`.repeat(20_000) });
  const code = `const problem = await tools.file_read({ paths: ['a.log'] }).catch((error) => error.message);
    let lines = 0;
    for (let part = { truncated: true }; part.truncated; lines += part.lines)
      part = (await tools.file_read({ paths: ['a.log:' + (lines + 1) + '-' + (lines + 5_000)] })).files[0];
    return [problem, lines];`;
  expect((await execute(root, code)).output).toEqual([
    expect.stringMatching(/^Tool 'file_read' failed: .* At most 1000000 are allowed. Ask it for less. paths: /),
    20_000,
  ]);
});
