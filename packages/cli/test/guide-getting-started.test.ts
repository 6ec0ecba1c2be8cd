import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideProject } from './support/guide-project.js';
import { haft, haftInThread, run, tsc } from './support/haft.js';
import { removeTemporaryFolders } from './support/temporary-folder.js';

let folder: string;
let expectedOutput: string;
beforeAll(() => {
  ({ folder, expectedOutput } = guideProject('getting-started'));
});
afterAll(removeTemporaryFolders);

describe('the project of docs/guide/getting-started', () => {
  it('builds, compiles with strict types, and prints the output on the page [TSP-1, TSP-20, DEF-12]', () => {
    expect(haft(folder, ['build'])).toEqual({ code: 0, out: '✓ wrote src/toolsets.gen.ts\n', err: '' });
    expect(tsc(folder)).toEqual({ code: 0, out: '', err: '' });
    expect(run(folder, ['dist/main.js'])).toEqual({ code: 0, out: expectedOutput, err: '' });
  });

  it('answers a call from the command line, in all three ways to say the arguments [TSP-23]', () => {
    const added = '{"id":1,"text":"Call Ann","priority":"high","done":false}\n';
    const json = '{"text":"Call Ann","priority":"high"}';
    expect(haft(folder, ['call', 'todo_add', json])).toEqual({ code: 0, out: added, err: '' });
    expect(haft(folder, ['call', 'todo_add', '-'], json)).toEqual({ code: 0, out: added, err: '' });
    const texts = ['--arg', 'text=Call Ann', '--arg', 'priority:="high"'];
    expect(haft(folder, ['call', 'todo_add', ...texts])).toEqual({ code: 0, out: added, err: '' });
  });

  it('prints the text for the model of a call that did not succeed, with exit code 1', () => {
    const { out, err, code } = haftInThread(folder, ['call', 'todo_finish', '{"id":7}']);
    expect(out).toBe('There is no todo 7. Call todo_list to see what exists.\n\nFix the errors and try again.\n');
    expect({ err, code }).toEqual({ err: 'outcome: retry\n', code: 1 });
  });

  it('prints the whole outcome as JSON', () => {
    const { out, code } = haftInThread(folder, ['call', 'todo_list', '--json']);
    expect(JSON.parse(out)).toMatchObject({ status: 'success', tool: 'todo_list', text: '[]', value: [], repairs: [] });
    expect(code).toBe(0);
    const wrong = haftInThread(folder, ['call', 'todo_lst', '--json']);
    expect(JSON.parse(wrong.out)).toMatchObject({
      status: 'retry',
      text: expect.stringContaining("Did you mean 'todo_list'?"),
    });
    expect(wrong.code).toBe(1);
  });

  it.each([
    ['arguments that are given twice', ['{}', '--arg', 'a=b'], 'Arguments were given twice.'],
    ['an argument without a name', ['--arg', 'text'], "'text' is not an argument."],
    ['a value that is not JSON', ['--arg', 'id:=x'], "The value of 'id' is not JSON: x"],
  ])('refuses %s', (_case, args, problem) => {
    const { code, err } = haftInThread(folder, ['call', 'todo_add', ...args]);
    expect(err).toContain(`error: ${problem}`);
    expect(code).toBe(2);
  });

  it.each([
    ['is not JSON', 'todo_add, please', 'The arguments are not valid JSON: '],
    ['is no object', '["Call Ann"]', 'expected an object'],
    ['ends in the middle', '{"text":"Call A', 'The arguments end in the middle of a text; send them again completely.'],
    ['is too large', JSON.stringify({ text: 'x'.repeat(300_000) }), 'The arguments are too long: 300011 characters'],
    ['is too deep', `{"text":${'['.repeat(100)}${']'.repeat(100)}}`, 'received an array of 1 item'],
    ['carries __proto__', '{"text":"x","__proto__":{"polluted":true}}', '__proto__'],
  ])('answers a text that %s with a retry prompt', (_case, text, problem) => {
    const { code, err, out } = haftInThread(folder, ['call', 'todo_add', '-'], text);
    expect(out).toContain(problem);
    expect(out).toMatch(/\nFix the errors and try again\.\n$/);
    expect(out.length).toBeLessThan(500);
    expect({ err, code }).toEqual({ err: 'outcome: retry\n', code: 1 });
  });

  it('refuses to start with a module that is older than the class, and says what to run', () => {
    const file = join(folder, 'src/todo.toolset.ts');
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, source.replace('list(): Todo[]', 'all(): Todo[]'));
    expect(tsc(folder).out).toBe('');
    const { code, err } = haft(folder, ['call', 'todo_list']);
    expect(err).toMatch(/^error HAFT_STALE_DESCRIPTOR: .*TodoToolset.*\n.*haft build/m);
    expect(err).toMatch(/\ball\b/);
    expect(code).toBe(1);
    expect(haft(folder, ['check']).code).toBe(1);
    expect(haft(folder, ['build']).code).toBe(0);
    expect(tsc(folder).out).toBe('');
    expect(haft(folder, ['call', 'todo_all']).code).toBe(0);
  });

  it('says of a class that was never reflected what to do', () => {
    const text = `import { createRuntime, Tool, Toolset } from 'haft';
@Toolset()
class Forgotten { /** X. */ @Tool() x(): void {} }
createRuntime({ toolsets: [new Forgotten()] });
`;
    writeFileSync(join(folder, 'src/forgotten.ts'), text);
    expect(tsc(folder).out).toBe('');
    const { code, err } = run(folder, ['dist/forgotten.js']);
    expect(err).toContain('HAFT_NOT_REFLECTED');
    expect(err).toMatch(/Forgotten[^]*haft build/);
    expect(code).toBe(1);
    rmSync(join(folder, 'src/forgotten.ts'));
  });

  it('names the missing settings where there is no runtime', () => {
    rmSync(join(folder, 'dist'), { recursive: true });
    const { code, err } = haft(folder, ['call', 'todo_list']);
    expect(err).toMatch(
      /^error HAFT_NO_RUNTIME: The setting 'runtime' names dist\/runtime\.js, .+\n {2}Build the project first/,
    );
    expect(code).toBe(1);
  });
});
