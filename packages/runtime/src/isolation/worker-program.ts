/**
 * The program of a worker thread. It is a string, so a bundle needs no second file. It does not
 * import Haft: the module of the host does.
 */
export const WORKER_PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const IN_WORKER = Symbol.for('haft:in-worker');
const loading = import(workerData.module).then((module) => {
  const runtime = module[workerData.name];
  if (typeof runtime?.startRun === 'function') return runtime;
  throw new Error(workerData.module + ' exports no runtime by the name ' + workerData.name + '.');
});
loading.catch(() => undefined);
parentPort.on('message', async (job) => {
  let runtime;
  try {
    runtime = await loading;
  } catch (mistake) {
    parentPort.postMessage({ mistake: mistake instanceof Error ? mistake : new Error(String(mistake)) });
    return;
  }
  const run = runtime.startRun({ ...job.run, [IN_WORKER]: job.facts, retries: 1000, onEvent: send });
  let outcome;
  try {
    outcome = await run.call(job.call);
  } catch (mistake) {
    parentPort.postMessage({ mistake: mistake instanceof Error ? mistake : new Error(String(mistake)) });
    return;
  } finally {
    await run.end();
  }
  try {
    parentPort.postMessage({ outcome, haltReason: run.lifetime.haltReason, reveals: [...run.toolbox.revealed] });
  } catch (error) {
    parentPort.postMessage({ unsendable: String(error) });
  }
});
function send(event) {
  try {
    parentPort.postMessage({ event });
  } catch {
    // An event that cannot be sent is lost; the call goes on.
  }
}
`;
