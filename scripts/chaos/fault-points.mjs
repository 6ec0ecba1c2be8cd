import { Journal } from './journal.mjs';

/** Places in a process where it may kill itself, as `kill -9` between two statements does. */
export class FaultPoints {
  constructor(folder, random, probability) {
    this.journal = new Journal(folder, 'faults');
    this.random = random;
    this.probability = probability;
  }

  pass(point) {
    if (this.random() >= this.probability) return;
    this.journal.add({ point, pid: process.pid });
    process.kill(process.pid, 'SIGKILL');
  }

  /** Returns a ledger that passes a point before and after each statement. */
  around(ledger) {
    return new Proxy(ledger, {
      get: (target, name) => {
        const method = target[name];
        if (typeof method !== 'function' || !CHANGES.has(name))
          return typeof method === 'function' ? method.bind(target) : method;
        return (...args) => {
          this.pass(`before ${name}`);
          const result = method.apply(target, args);
          if (!(result instanceof Promise)) {
            this.pass(`after ${name}`);
            return result;
          }
          return result.then((value) => {
            this.pass(`after ${name}`);
            return value;
          });
        };
      },
    });
  }
}

const CHANGES = new Set(['propose', 'decide', 'start', 'renew', 'keep', 'settle', 'settleIn', 'cancel', 'saveRun']);
