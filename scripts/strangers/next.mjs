// Builds and starts an application of Next 16 with Haft from a local registry, under webpack and
// Turbopack: `npm run test:next`.
import { join } from 'node:path';
import { freePort } from '../guide/free-port.mjs';
import { ANSWERS, during, Project, report } from './project.mjs';
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
    ['Next 16, Turbopack', () => built('--turbopack')],
    ['Next 16, webpack', () => built('--webpack')],
  ]);
} finally {
  registry.stop();
  project.remove();
}

async function built(bundler) {
  await project.run(process.execPath, [NEXT, 'build', bundler]);
  const port = await freePort();
  return during(project, [process.execPath, NEXT, 'start', '-p', String(port)], {}, async () => {
    const response = await fetch(`http://127.0.0.1:${port}/answers`).catch(() => undefined);
    return response?.text();
  });
}
