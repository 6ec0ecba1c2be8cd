// Creates a project of each template with `npm create haft`, from a local registry, and runs its
// scripts and `haft doctor`: on two versions of Node, with npm and pnpm, TypeScript 5 and 7:
// `npm run test:create [parts of titles ...]`.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '../guide/free-port.mjs';
import { during, EXPECTED, Project, report } from './project.mjs';
import { startRegistry } from './local-registry.mjs';

const NODES = join(import.meta.dirname, '../../.ci/nodes/node_modules');
/** The longest time of a project until its tests passed, with its installation. */
const LONGEST_MS = Number(process.env.LONGEST_MS ?? 60_000);
const TYPESCRIPT = { 5: '~5.9.0', 7: '^7.0.0' };
const PNPM = ['npx', '--yes', 'pnpm@10'];

/** A check of `npm start` and `npm run dev`. */
const STARTS = {
  node: prints('success: {"id":1,"text":"Oil the oarlocks"'),
  library: prints('success: {"id":1,"text":"Oil the oarlocks"'),
  express: answers('/chat', { message: 'Buy oil' }, '"text":"Done."'),
  nest: answers('/tools/call', { id: '1', name: 'todo_add', arguments: { text: 'Buy oil' } }, '"status":"success"'),
  next: answers(
    '/api/chat',
    { id: 'c', messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Buy oil' }] }] },
    'Done.',
  ),
  mcp: answers('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, 'jsonrpc'),
};

const wanted = process.argv.slice(2);
const registry = await startRegistry();
const cases = Object.keys(STARTS).flatMap((template) =>
  ['20', '24'].flatMap((node) =>
    ['npm', 'pnpm'].flatMap((manager) =>
      Object.keys(TYPESCRIPT).map((typescript) => ({ template, node, manager, typescript })),
    ),
  ),
);

try {
  const titled = cases.map((one) => [
    `${one.template}, Node ${one.node}, ${one.manager}, TypeScript ${one.typescript}`,
    () => created(one),
  ]);
  await report(titled.filter(([title]) => wanted.every((part) => title.includes(part))));
} finally {
  registry.stop();
}

async function created({ template, node, manager, typescript }) {
  const project = new Project(registry.url);
  const node_ = join(NODES, `node-${node}`, 'bin');
  if (!existsSync(node_)) throw new Error(`${node_} is missing: npm run nodes`);
  const env = { PATH: [node_, process.env.PATH].join(delimiter) };
  const [program, ...first] = manager === 'npm' ? ['npm'] : PNPM;
  const inside = (...args) => project.run(program, [...first, ...args], env, 'demo');
  try {
    const started = Date.now();
    await project.run('npm', ['create', '--yes', 'haft', '--', '--template', template, 'demo'], env);
    const manifest = JSON.parse(project.read('demo/package.json'));
    manifest.devDependencies.typescript = TYPESCRIPT[typescript];
    project.write('demo/package.json', manifest);
    await inside('install');
    await inside('test');
    const elapsed = Date.now() - started;
    if (elapsed > LONGEST_MS) return `tests after ${Math.round(elapsed / 1000)} s`;
    await inside('run', 'build');
    const doctor = await inside('exec', 'haft', 'doctor');
    if (/^[!✗]/m.test(doctor)) return doctor;
    // The package manager and the compiler do not matter to a start.
    if (manager !== 'npm' || typescript !== '5') return EXPECTED;
    for (const script of template === 'mcp' ? ['start:http', 'dev'] : ['start', 'dev'])
      await STARTS[template](project, [program, ...first, 'run', script], env);
    return EXPECTED;
  } finally {
    project.remove();
  }
}

/** Expects a text on the output of a command. */
function prints(expected) {
  return (project, command, env) =>
    during(project, command, { env, inside: 'demo' }, (printed) => printed.includes(expected) || undefined);
}

/** Expects an answer of a server to a request. */
function answers(path, body, expected) {
  return async (project, command, env) => {
    const port = await freePort();
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const ask = () => fetch(`http://localhost:${port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    await during(project, command, { env: { ...env, PORT: String(port) }, inside: 'demo' }, async () => {
      const response = await ask().catch(() => undefined);
      return (response !== undefined && (await response.text()).includes(expected)) || undefined;
    });
  };
}
