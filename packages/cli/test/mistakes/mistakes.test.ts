import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND, project } from '../support/haft.js';
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

const printed = new Map<Mistake, string>();

beforeAll(async () => {
  const waiting = MISTAKES.values();
  const work = async (): Promise<void> => {
    // Each has a separate project, because each has other settings.
    const folder = project({ 'src/file.toolset.ts': TOOLSET, ...MODULES });
    for (const mistake of waiting) {
      const [args, haft] = mistake;
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', type: 'module', haft }));
      printed.set(mistake, await output(folder, args.split(' ')));
    }
  };
  await Promise.all([work(), work(), work()]);
}, 60_000);

function output(cwd: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '', FORCE_COLOR: undefined };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...args], { cwd, env }, (error, out, err) => {
      const text = `${out}${err}exit ${error === null ? 0 : String(error.code)}`;
      // Each version of Node says something else of TypeScript.
      resolve(text.replaceAll(cwd, '(project)').replace(/(?<=\.ts cannot be loaded: ).*/, '(the reason of Node)'));
    });
    child.stdin?.end();
  });
}

it.each(MISTAKES.map((mistake) => [mistake[0], JSON.stringify(mistake[1] ?? {}), mistake] as const))(
  'haft %s, with the settings %s',
  (_args, _settings, mistake) => {
    const text = printed.get(mistake) ?? '';
    expect(text).not.toMatch(/exit 0$/);
    expect(text).not.toMatch(/^ +at /m);
    expect(text).toMatchSnapshot();
  },
);
