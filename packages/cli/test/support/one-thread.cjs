/*
 * The thread in which tests run commands of the built `haft`. TypeScript and parsed declarations
 * stay in it, so all test files of a worker of Jest share it (scripts/loaded-once).
 */
const { join } = require('node:path');
const { MessageChannel, receiveMessageOnPort, Worker } = require('node:worker_threads');

const done = new Int32Array(new SharedArrayBuffer(4));
const { port1, port2 } = new MessageChannel();
const env = { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '' };
for (const name of ['FORCE_COLOR', 'GITHUB_WORKSPACE']) Reflect.deleteProperty(env, name);
const worker = new Worker(join(__dirname, 'haft-thread.mjs'), {
  env,
  workerData: { done, results: port2 },
  transferList: [port2],
  // Node 22 warns of SQLite.
  execArgv: ['--disable-warning=ExperimentalWarning'],
});
worker.unref();

exports.inThread = (folder, args, input) => {
  Atomics.store(done, 0, 0);
  worker.postMessage({ folder, args, input });
  if (Atomics.wait(done, 0, 0, 120_000) === 'timed-out') throw new Error(`haft ${args.join(' ')} does not end.`);
  return receiveMessageOnPort(port1).message;
};
