// Installs `haft` from a local registry and makes a valid, a wrong and a broken call under every
// runtime: `npm run test:runtimes`.
import { join } from 'node:path';
import { ANSWERS, Project, report } from './project.mjs';
import { startRegistry } from './local-registry.mjs';

const MODULES = join(import.meta.dirname, '../../node_modules');
/** `npm ci --prefix .ci/nodes` installs them. */
const NODES = join(import.meta.dirname, '../../.ci/nodes/node_modules');
const PRINT = `import { answers } from './answers.mjs';\nconsole.log(await answers());\n`;

/**
 * Prints the answers and fails, because the test of workerd has no other way to end. The text shows
 * whether it succeeded.
 */
const WORKER = `import { answers } from './answers.mjs';
export default { async test() { console.log(await answers()); } };
`;

const WORKERD = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .worker)]);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.bundle.mjs")],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = ["nodejs_compat"],
);
`;

const registry = await startRegistry();
const project = new Project(registry.url);
project.write('package.json', { name: 'stranger', private: true, type: 'module' });
project.write('answers.mjs', ANSWERS);
project.write('main.mjs', PRINT);
project.write('handler.mjs', `import { answers } from './answers.mjs';\nexport const handler = () => answers();\n`);
project.write('invoke.cjs', `require('./lambda/handler.cjs').handler().then(console.log);\n`);
project.write('worker.mjs', WORKER);
project.write('config.capnp', WORKERD);

const bin = (name) => join(project.folder, 'node_modules/.bin', name);
const esbuild = (...args) => project.run(join(MODULES, '.bin/esbuild'), [...args, '--bundle', '--log-level=warning']);
const NODE_BUILTINS = '--external:node:*';

try {
  await report([
    ['npm i haft', async () => void (await project.run('npm', ['i', 'haft']))],
    ...['20', '22', '24'].map((major) => [
      `Node ${major}`,
      () => project.run(join(NODES, `node-${major}/bin/node`), ['main.mjs']),
    ]),
    [
      'AWS Lambda: one CommonJS file by esbuild',
      async () => {
        await esbuild(
          'handler.mjs',
          '--platform=node',
          '--format=cjs',
          '--outfile=lambda/handler.cjs',
          '--log-override:empty-import-meta=silent',
        );
        await project.run('mv', ['node_modules', 'hidden']);
        return project
          .run(process.execPath, ['invoke.cjs'])
          .finally(() => project.run('mv', ['hidden', 'node_modules']));
      },
    ],
    [
      'Bun',
      async () => {
        await project.run('npm', ['i', '--no-save', 'bun@1.4.5']);
        return project.run(bin('bun'), ['main.mjs']);
      },
    ],
    [
      'Deno',
      async () => {
        await project.run('npm', ['i', '--no-save', 'deno@2.9.6']);
        return project.run(bin('deno'), [
          'run',
          '--allow-read',
          '--allow-env',
          '--node-modules-dir=manual',
          'main.mjs',
        ]);
      },
    ],
    [
      'Cloudflare Workers: workerd with nodejs_compat',
      async () => {
        await project.run('npm', ['i', '--no-save', 'workerd@1.20261117.1']);
        await esbuild('worker.mjs', '--platform=node', '--format=esm', NODE_BUILTINS, '--outfile=worker.bundle.mjs');
        return project.run('bash', ['-c', `${bin('workerd')} test config.capnp --verbose 2>&1`]);
      },
    ],
  ]);
} finally {
  registry.stop();
  project.remove();
}
