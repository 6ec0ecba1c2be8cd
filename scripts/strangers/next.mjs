// Builds and starts an application of Next 16 with Haft from a local registry, under webpack and
// Turbopack: `npm run test:next`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ANSWERS, Project, report } from './project.mjs';
import { startRegistry } from './local-registry.mjs';

const ROUTE = `import { answers } from '../../answers.mjs';
export const dynamic = 'force-dynamic';
export async function GET() {
  return new Response(await answers());
}
`;
const LAYOUT = `export default function Layout({ children }) {
  return <html><body>{children}</body></html>;
}
`;

const registry = await startRegistry();
const project = new Project(registry.url);
project.write('package.json', { name: 'stranger', private: true });
project.write('answers.mjs', ANSWERS);
project.write('app/layout.jsx', LAYOUT);
project.write('app/answers/route.js', ROUTE);
const NEXT = join(project.folder, 'node_modules/next/dist/bin/next');

try {
  await report([
    [
      'npm i haft next',
      async () => void (await project.run('npm', ['i', 'haft', 'next@16', 'react@19', 'react-dom@19'])),
    ],
    ['Next 16, Turbopack', () => built('--turbopack', 3917)],
    ['Next 16, webpack', () => built('--webpack', 3918)],
  ]);
} finally {
  registry.stop();
  project.remove();
}

async function built(bundler, port) {
  await project.run(process.execPath, [NEXT, 'build', bundler]);
  const server = spawn(process.execPath, [NEXT, 'start', '-p', String(port)], { cwd: project.folder, stdio: 'ignore' });
  try {
    for (let tries = 0; ; tries++) {
      const response = await fetch(`http://127.0.0.1:${port}/answers`).catch(() => undefined);
      if (response !== undefined) return await response.text();
      if (tries === 240) throw new Error('The server does not answer.');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } finally {
    server.kill('SIGKILL');
  }
}
