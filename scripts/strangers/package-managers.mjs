// Installs Haft from a local registry with npm, pnpm and yarn, next to ESLint 9 (which brings ajv
// 6) and the newest TypeScript. Builds a class with a tool, and makes calls:
// `npm run test:package-managers`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ECHO, EXPECTED, Project, report, TSCONFIG } from './project.mjs';
import { startRegistry } from './local-registry.mjs';

const PROJECT = { name: 'stranger', private: true, type: 'module', pnpm: { ignoredBuiltDependencies: ['esbuild'] } };
const MAIN = `import { createRuntime, policy, redact } from 'haft';
import { testToolset } from '@haft/testing';
import { toolsets } from './toolsets.gen.js';

const rules = [policy(() => 'allow'), redact({ model: (text) => text.replaceAll('secret', '***') })];
const run = createRuntime({ toolsets, interceptors: rules }).startRun({ retries: 9 });
const answers: string[] = [];
for (const args of ['{"text":"a"}', '{"text":[1]}', "{'text':'a',}"])
  answers.push((await run.call({ name: 'echo', arguments: args })).status);
const tested = testToolset(toolsets, { interceptors: rules });
const { text } = await tested.call('echo', { text: 'a secret' });
if (text !== 'a ***') throw new Error('It was not redacted: ' + text);
console.log(answers.join());
`;

/** A toolset that the built reflector rejects. */
const DANGEROUS = ECHO.replace('{ Tool,', '{ Param, Tool,').replace(
  'text: string',
  // A function: in a string, `$'` would mean the text after the match.
  () => "@Param({ pattern: '^(a+)+$' }) text: string",
);

const RUNTIME = ['haft', '@haft/nestjs', '@nestjs/common@11', '@nestjs/core@11', 'reflect-metadata', 'rxjs'];
const DEVELOPMENT = ['@haft/cli', '@haft/testing', 'fast-check', 'typescript@latest', '@types/node@24', 'eslint@9'];
const MANAGERS = {
  npm: [
    ['npm', 'i'],
    ['npm', 'i', '-D'],
    ['npx', '--no-install'],
  ],
  pnpm: [
    ['npx', '-y', 'pnpm@10', 'add'],
    ['npx', '-y', 'pnpm@10', 'add', '-D'],
    ['npx', '-y', 'pnpm@10', 'exec'],
  ],
  yarn: [
    ['npx', '-y', 'yarn@1', 'add'],
    ['npx', '-y', 'yarn@1', 'add', '-D'],
    ['npx', '-y', 'yarn@1', '--silent', 'run'],
  ],
};

const registry = await startRegistry();
const [only] = process.argv.slice(2);
const names = Object.keys(MANAGERS).filter((name) => only === undefined || name === only);
try {
  await report(names.map((name) => [`${name}, beside ESLint 9 and NestJS 11`, () => install(MANAGERS[name])]));
} finally {
  registry.stop();
}

async function install([add, addDevelopment, execute]) {
  const project = new Project(registry.url);
  const run = ([command, ...args], ...more) => project.run(command, [...args, ...more]);
  project.write('package.json', PROJECT);
  project.write('tsconfig.json', TSCONFIG);
  project.write('src/echo.toolset.ts', ECHO);
  project.write('src/main.ts', MAIN);
  try {
    // ESLint first, so that its ajv 6 is at the top level.
    await run(addDevelopment, ...DEVELOPMENT);
    await run(add, ...RUNTIME);
    const copies = copiesOf('runtime', join(project.folder, 'node_modules'));
    if (copies.length !== 1)
      throw new Error(`There are ${copies.length} copies of @haft/runtime: ${copies.join(', ')}`);
    await run(execute, 'haft', 'build');
    await run(execute, 'tsc');
    const printed = await project.run(process.execPath, ['dist/main.js']);
    project.write('src/echo.toolset.ts', DANGEROUS);
    const refused = await run(execute, 'haft', 'build').then(
      () => 'built',
      (error) => error.message,
    );
    return refused.includes('HAFT1105')
      ? printed
      : `a build that does not refuse (^(a+)+$): ${refused}`.replace(EXPECTED, '');
  } finally {
    project.remove();
  }
}

/**
 * Returns folders with a package of Haft, in the layout of any package manager. Links lead to one
 * of them.
 */
function copiesOf(name, folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [];
    const path = join(folder, entry.name);
    return path.endsWith(`@haft/${name}`) ? [path, ...copiesOf(name, path)] : copiesOf(name, path);
  });
}
