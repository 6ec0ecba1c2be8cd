/** The reason of the signal of calls in progress when their worker ends. */
export class WorkerStopped extends Error {
  override readonly name = 'WorkerStopped';

  constructor() {
    super('The worker ends.');
  }
}
