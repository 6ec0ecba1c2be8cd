import { CHAIN_IN_WORKER, CHAIN_OF_REMOTE } from './chains-elsewhere.js';
import { chainOf } from './mark-step.js';
import { find } from './steps/01-find.js';
import { admit } from './steps/02-admit.js';
import { parse } from './steps/03-parse.js';
import { check } from './steps/04-check.js';
import { revive } from './steps/05-revive.js';
import { rules } from './steps/06-rules.js';
import { decide } from './steps/07-decide.js';
import { cache } from './steps/08-cache.js';
import { resolve } from './steps/09-resolve.js';
import { execute } from './steps/10-execute.js';
import { encode } from './steps/11-encode.js';
import { record } from './steps/12-record.js';

const CHAIN = chainOf({
  parse, //    3  broken JSON -> retry
  check, //    4  invalid arguments -> retry
  revive, //   5
  rules, //    6  class-validator, `@Validate` -> retry
  decide, //   7  approval, user input, external -> deferred, denied
  cache, //    8  hit -> success
  resolve, //  9  rejects for wiring mistakes: they are the developer's
  execute, // 10  the tool throws -> retry, failed
  encode, //  11  success, failed
});

/**
 * The twelve steps of a call. Each answers the call, or leaves that to the next.
 *
 * Three functions take the steps, since a single loop would cost a promise for each step of every
 * call. `admitCall` takes 1 and 2 for all calls of a batch before one of them continues. `callTool`
 * takes the chain. `finishCall` takes 12 with the first outcome: of the tool, the deadline or the
 * cancellation.
 */
export const STEPS = [
  find, //     1  unknown name -> retry
  admit, //    2  limit, halted run -> failed
  ...CHAIN.steps,
  record, //  12  retry budget, events
] as const;

/** The chains of a runtime, by the place where it executes the call. */
export const CHAINS = { usual: CHAIN, inWorker: CHAIN_IN_WORKER, remote: CHAIN_OF_REMOTE };
