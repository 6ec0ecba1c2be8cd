import { httpToolset } from '@haft/toolsets/http';
import { createRuntime, type Run } from 'haft';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { allThreadsMicroseconds } from '../harness/cpu-clock.js';
import { measureInProcess, type Measurement } from '../harness/measure-in-process.js';
import type { SuiteOptions } from './suite.js';

/** `http_fetch` against bare undici. The server is another process. */
export interface FetchResults {
  readonly rows: readonly Measurement[];
}

const SERVER = fileURLToPath(new URL('../children/serve-page.js', import.meta.url));

export async function fetchSuite(options: SuiteOptions): Promise<FetchResults> {
  const server = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [first] = (await once(server.stdout, 'data')) as [Buffer];
  const port = Number(first.toString());
  const url = `http://127.0.0.1:${String(port)}/`;
  const agent = new Agent();
  // Without the cache: it would answer without the network.
  const toolset = httpToolset({ allowAddresses: ['127.0.0.1'], ports: [port], cacheBytes: 0 });
  const run = createRuntime({ toolsets: [toolset] }).startRun() as Run;
  try {
    const rows = await measureInProcess(
      [
        { name: 'undici: request and text', run: async () => (await request(url, { dispatcher: agent })).body.text() },
        { name: 'Haft: http_fetch', run: () => call(run, url) },
      ],
      { ...options, clock: allThreadsMicroseconds },
    );
    return { rows };
  } finally {
    await agent.destroy();
    await run.end();
    server.kill();
  }
}

async function call(run: Run, url: string): Promise<unknown> {
  const outcome = await run.call({ name: 'http_fetch', arguments: { url, maxCharacters: 90_000 } });
  if (outcome.status !== 'success') throw new Error(`http_fetch gave ${outcome.status}: ${outcome.text}`);
  return outcome.value;
}
