import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { codeToolset } from '../../src/code/index.js';
import { knowsPlaces } from '../../src/code/javascript/knows-places.js';
import { withHint } from '../../src/code/missing-names.js';
import { withoutFence } from '../../src/code/without-fence.js';

const named = (name: string) =>
  defineTool({
    name,
    description: 'Does it.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    execute: () => 'done',
  });

/** The check has tests of its own. */
const outcomeOf = async (code: string) => {
  const tools = toolset('t', ['now', 'web_http_fetch', 'file_read'].map(named));
  const run = createRuntime({ toolsets: [tools, codeToolset({ check: false })] }).startRun();
  return run.call({ name: 'execute_code', arguments: { code } });
};

describe('a program in a Markdown fence', () => {
  it.each([
    ['```js\nreturn await tools.now();\n```'],
    ['\n~~~typescript\nreturn await tools.now();\n~~~\n'],
    ['```\nreturn await tools.now();'],
    ['Here is the program:\n\n```js\nreturn await tools.now();\n```\nIt gets the time.'],
  ])('runs: %j', async (code) => {
    expect((await outcomeOf(code)).text).toBe('done');
  });

  it('keeps the lines of its mistakes', async () => {
    const { text } = await outcomeOf('```js\n\nreturn x;\n```');
    expect(text).toBe(`ReferenceError: x is not defined${knowsPlaces() ? ' (line 3, column 8)' : ''}`);
  });

  it.each([
    ['return `\n```js\nreturn 1;\n```\n`;'],
    ['const a = 1;\n```js\nreturn 1;\n```'],
    ['/*\n```\nreturn 1;\n```\n*/\nreturn 2;'],
    ['return 1;'],
    ['print("""\n```js\n```\n""")'],
  ])('is left as it is where the fence is a part of the program: %j', (code) => {
    expect(withoutFence(code)).toBe(code);
  });
});

describe('names that programs do not have', () => {
  it.each([
    ['return await fetch("http://a");', 'Programs have no network. Call tools.web_http_fetch({ ... }).'],
    ['setTimeout(() => 1, 10);', 'Programs have no timers.'],
    ['return fs.readFileSync("a");', 'Programs have no files. Call tools.file_read({ ... }).'],
    ['return process.env.HOME;', 'Programs have no process and no environment.'],
    ['return btoa("a");', 'Programs have the language alone'],
    ['return await now();', 'Write tools.now({ ... }).'],
    ['prompt("Which?");', 'Programs do not talk to the user. Only tools can do this.'],
  ])('name the right tool: %s', async (code, hint) => {
    expect((await outcomeOf(code)).text).toContain(hint);
  });

  it.each(["ReferenceError: could not load module 'fs/promises'", "Programs cannot load module 'node:fs'."])(
    'are those of modules too: %s',
    (message) => {
      const hint = 'Programs have no files. Call tools.file_read({ ... }).';
      expect(withHint(message, [named('file_read').definition], 'javascript')).toContain(hint);
    },
  );

  it('replace the guess of the compiler', () => {
    const message = "Cannot find name 'functions'. Did you mean 'Function'?";
    expect(withHint(message, [], 'javascript')).toBe("Cannot find name 'functions'. Write tools.name({ ... }).");
  });

  it('get the same hints in Python', () => {
    expect(withHint("NameError: name 'now' is not defined", [named('now').definition], 'python')).toBe(
      "NameError: name 'now' is not defined. Write call_tool('now', { ... }).",
    );
    expect(withHint("No module named 'requests'", [], 'python')).toContain('Programs have no network.');
    expect(withHint('ValueError: x', [], 'python')).toBe('ValueError: x');
  });
});

it('prints with any method of `console`', async () => {
  const code = 'console.clear(); console.groupCollapsed("a"); console.dirxml("b"); console.timeLog();';
  expect((await outcomeOf(code)).text).toMatch(/logs:\nb$/);
});
