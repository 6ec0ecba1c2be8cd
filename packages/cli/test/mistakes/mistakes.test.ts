import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { haftInThread, project } from '../support/haft.js';
import { removeTemporaryFolders } from '../support/temporary-folder.js';

/*
 * Mistakes of people who are new to the command, with everything that it prints. None is silent,
 * and each message names the command, the file or the tool, and says what to do.
 */

afterAll(removeTemporaryFolders);

const TOOLSET = `import { Tool, Toolset } from 'haft';

/** Files. */
@Toolset({ prefix: 'file' })
export class FileToolset {
  /**
   * Reads a file.
   * @param path Its path.
   */
  @Tool()
  read(path: string): string { return path; }
}
`;
const RUNTIME = `import { createRuntime, defineTool, toolset } from 'haft';
const find = defineTool({ name: 'find', description: 'Finds.', parameters: { type: 'object' }, execute: () => 'x' });
export const runtime = createRuntime({ toolsets: toolset('desk', [find]) });
`;
const MODULES: Readonly<Record<string, string>> = {
  'dist/runtime.js': RUNTIME,
  'dist/other-export.js': 'export const app = 1;\n',
  'dist/number.js': 'export const runtime = 5;\n',
  'dist/throws.js': "throw new Error('The variable DATABASE_URL is not set.');\n",
  'dist/old-module.js': "import { toolsets } from './toolsets.gen.js';\nexport const runtime = toolsets;\n",
  'dist/options.js': `${RUNTIME}export const runOptions = 5;\n`,
};

/** The command line, and the key `haft` of package.json. */
type Mistake = readonly [args: string, settings?: unknown];
const with_ = (file: string) => ({ runtime: `dist/${file}` });
const MISTAKES: readonly Mistake[] = [
  ['bild'],
  ['build --wach'],
  ['build src'],
  ['build --format xml'],
  ['build --tsconfig tsconfig.app.json'],
  ['build --out src/toolsets.json'],
  ['check'],
  ['list', 5],
  ['list', { tsconfg: 'tsconfig.json' }],
  ['list', { out: 5 }],
  ['build', { for: 'openai' }],
  ['schema serch'],
  ['diff old.json'],
  ['explain HAFT_UNKNOWN'],
  ['migrate'],
  ['call'],
  ['call find'],
  ['call find', with_('missing.js')],
  ['call find', with_('other-export.js')],
  ['call find', with_('number.js')],
  ['call find', with_('throws.js')],
  ['call find', with_('old-module.js')],
  ['call find', with_('options.js')],
  ['call find', { runtime: 'src/file.toolset.ts' }],
  ['call fnd', with_('runtime.js')],
  ['call find path=a.txt', with_('runtime.js')],
  ['call find --arg path', with_('runtime.js')],
  ['call find {"path"', with_('runtime.js')],
  ['pending list', with_('runtime.js')],
  ['pending aprove x', with_('runtime.js')],
  ['mcp --http web', with_('runtime.js')],
  ['inspect --port web', with_('runtime.js')],
];

let folder: string;
beforeAll(() => {
  folder = project({ 'src/file.toolset.ts': TOOLSET, ...MODULES });
});

function output(args: readonly string[]): string {
  const { code, out, err } = haftInThread(folder, args);
  // Each version of Node says something else of TypeScript.
  const text = `${out}${err}`.replace(/(?<=\.ts cannot be loaded: ).*/, '(the reason of Node)');
  return `${text.replaceAll(folder, '(project)')}exit ${String(code)}`;
}

it.each(MISTAKES.map(([args, haft]) => [args, JSON.stringify(haft ?? {}), haft] as const))(
  'haft %s, with the settings %s',
  (args, _settings, haft) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', type: 'module', haft }));
    const text = output(args.split(' '));
    expect(text).not.toMatch(/exit 0$/);
    expect(text).not.toMatch(/^ +at /m);
    expect(text).toMatchSnapshot();
  },
);
