/* The process that loads the runtime of the project for `haft inspect`, and serves its page. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname } from 'node:path';
import { loadRuntime } from '../project/load-runtime.js';
import { readSettings } from '../settings/read-settings.js';
import { importOf } from './import-of.js';
import { loadInspector, type PageOfRuntime } from './load-inspector.js';
import type { BuildNews, FromChild, StartMessage, ToChild } from './messages.js';
import { testFrameworkOf } from './test-framework.js';
import { toolPlaces, type ToolLines } from './tool-places.js';
import { withTools } from './with-tools.js';

let page: PageOfRuntime | undefined;
let places: Readonly<Record<string, ToolLines>> = {};
let sources = '';
/** The module that exports the runtime, for tests that the page writes. */
let module: object | undefined;
let news: BuildNews = { warnings: [] };

process.on('message', (message: ToChild) => {
  if ('start' in message) {
    start(message.start).catch((error: unknown) => {
      tell({ failed: error instanceof Error ? error.message : String(error) });
    });
  } else if ('build' in message) {
    news = message.build;
    showBuild();
  } else if ('import' in message) page?.importCalls(message.import);
  else tell({ exported: page?.exportCalls() ?? '' });
});
// The parent has ended.
process.on('disconnect', () => process.exit(0));

async function start({ host, token, readOnly }: StartMessage['start']): Promise<void> {
  const { folder, tsconfig, runtime: file } = await readSettings();
  const { inspect } = await loadInspector(folder);
  const { runtime, runOptions, runOptionsKind, presets, isPromise, closes } = await loadRuntime();
  const tests = testFrameworkOf(folder);
  const path = importOf(file ?? '', folder);
  module = { path, isPromise, closes, tests, ...(runOptionsKind && { runOptions: runOptionsKind }) };
  const opened = inspect(runtime, {
    hosts: [host, host.replace('127.0.0.1', 'localhost')],
    token,
    readOnly,
    inProduction: true,
    title: basename(folder),
    presets: { default: runOptions, ...presets },
  });
  const { tools } = await runtime.describe(await runOptions());
  sources = dirname(tsconfig);
  places = toolPlaces(tools, sources);
  page = opened;
  showBuild();
  const server = createServer((request, response) => {
    opened.node(request, response).catch(() => {
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1', () => {
    tell({ ready: (server.address() as AddressInfo).port });
  });
}

function showBuild(): void {
  page?.setBuild({ ...news, warnings: withTools(news.warnings, places, sources), places, module });
}

function tell(message: FromChild): void {
  process.send?.(message);
}
