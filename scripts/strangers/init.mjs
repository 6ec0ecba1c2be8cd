// Runs `haft init` in new projects of today's generators, with Haft from a local registry, then
// builds them and calls the first tool: `npm run test:init [part of a title]`.
import { EXPECTED, Project, report, TSCONFIG } from './project.mjs';
import { startRegistry } from './local-registry.mjs';

const registry = await startRegistry();
const [wanted = ''] = process.argv.slice(2);

const server = (type) => ({
  'package.json': {
    name: 'api',
    private: true,
    type,
    scripts: { build: 'tsc', start: 'node dist/server.js' },
    dependencies: { express: '^5.0.0' },
    devDependencies: { typescript: '^5.9.3', '@types/node': '^24.0.0', '@types/express': '^5.0.0' },
  },
  'tsconfig.json': { ...TSCONFIG, compilerOptions: { ...TSCONFIG.compilerOptions, esModuleInterop: true } },
  'src/server.ts': "import express from 'express';\n\nexpress().listen(0).close();\n",
});
const LIBRARY = {
  'package.json': { name: 'root', private: true, workspaces: ['packages/*'] },
  'packages/app/package.json': {
    name: 'app',
    private: true,
    type: 'module',
    scripts: { build: 'tsc' },
    devDependencies: { typescript: '^5.9.3', '@types/node': '^24.0.0' },
  },
  'packages/app/tsconfig.json': TSCONFIG,
};

/** Without the fonts that the one of the generator fetches. */
const LAYOUT = `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html><body>{children}</body></html>;
}
`;

const PROJECTS = [
  ['an empty folder', { files: {} }],
  ['Express, ECMAScript modules', { files: server('module') }],
  ['Express, CommonJS', { files: server('commonjs') }],
  ['a package of a monorepo', { files: LIBRARY, folder: 'packages/app' }],
  [
    'Vite',
    {
      create: ['create-vite@latest', 'app', '--template', 'vanilla-ts', '--no-interactive'],
      folder: 'app',
      isBundled: true,
    },
  ],
  [
    'Next 16',
    {
      create: ['create-next-app@16', 'app', '--yes', '--ts', '--skip-install'],
      files: { 'app/app/layout.tsx': LAYOUT },
      folder: 'app',
      isBundled: true,
    },
  ],
  ['Nest 11', { create: ['@nestjs/cli@11', 'new', 'app', '-p', 'npm', '-g', '--skip-install'], folder: 'app' }],
  ['Nest 12', { create: ['@nestjs/cli@12', 'new', 'app', '-p', 'npm', '-g', '--skip-install'], folder: 'app' }],
];

try {
  const parts = PROJECTS.filter(([title]) => title.includes(wanted));
  await report(parts.map(([title, project]) => [title, () => firstTool(project)]));
} finally {
  registry.stop();
}

/** Follows what `haft init` prints, and calls the tool that it adds. */
async function firstTool({ files = {}, create, folder = '.', isBundled }) {
  const project = new Project(registry.url);
  try {
    if (create !== undefined) await project.run('npx', ['--yes', ...create]);
    for (const [file, text] of Object.entries(files)) project.write(file, text);
    const inside = (command, ...args) => project.run(command, args, {}, folder);
    const printed = await inside('npx', '--yes', 'haft', 'init');
    // `init` only names an option that is missing in a tsconfig of others.
    if (printed.includes('! add "experimentalDecorators": true')) addDecorators(project, folder, printed);
    await inside('npm', 'install');
    await inside('npm', 'run', 'build');
    const listed = await inside('npx', 'haft', 'list');
    if (!listed.includes('todo_add')) return listed;
    // A bundler leaves no module that the command could load.
    if (isBundled === true) return EXPECTED;
    const called = await inside('npx', 'haft', 'call', 'todo_add', '--arg', 'text=Oil the oarlocks');
    return called.includes('"text":"Oil the oarlocks"') ? EXPECTED : called;
  } finally {
    project.remove();
  }
}

function addDecorators(project, folder, printed) {
  const [, file] = /! add .* to the compilerOptions of (\S+)/.exec(printed);
  const path = folder === '.' ? file : `${folder}/${file}`;
  project.write(path, project.read(path).replace(/"compilerOptions": \{/, '$&\n    "experimentalDecorators": true,'));
}
