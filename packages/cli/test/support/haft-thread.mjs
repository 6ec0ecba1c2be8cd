// Runs commands of the built `haft` one after another in a thread. TypeScript stays loaded, and so
// do parsed declarations of packages: projects with other compiler options use them too.
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { main } from '../../dist/main.js';

const require = createRequire(import.meta.url);
const parsedOnce = require('../../../../scripts/loaded-once/parsed-once.cjs');
require.cache[require.resolve('typescript')].exports = parsedOnce;

const { done, results } = workerData;
let printed = { out: '', err: '' };
for (const [name, stream] of [
  ['out', process.stdout],
  ['err', process.stderr],
]) {
  // Each command adds a listener.
  stream.setMaxListeners(0);
  stream.write = (text, ...rest) => {
    printed[name] += text;
    rest.at(-1)?.();
    return true;
  };
}

parentPort.on('message', async ({ folder, args, input }) => {
  printed = { out: '', err: '' };
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  // A thread cannot change the folder of the process.
  process.cwd = () => folder;
  const code = await main(args).catch((error) => {
    printed.err += String(error.stack);
    return 70;
  });
  results.postMessage({ code, ...printed });
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
