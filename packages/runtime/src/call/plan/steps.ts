import { find } from '../steps/01-find.js';
import { admit } from '../steps/02-admit.js';
import { accept } from '../steps/03-accept.js';
import { rules } from '../steps/06-rules.js';
import { decide, requireInput } from '../steps/07-decide.js';
import { cache } from '../steps/08-cache.js';
import { resolve } from '../steps/09-resolve.js';
import { execute } from '../steps/10-execute.js';
import { encode } from '../steps/11-encode.js';
import { record } from '../steps/12-record.js';
import { answerEqual } from '../steps/answer-equal.js';
import { executor } from '../steps/executor.js';
import { gates } from '../steps/gates.js';
import { aroundExecution, aroundWholeCall } from '../steps/interceptors.js';
import { isolate } from '../steps/isolate.js';
import { ledger } from '../steps/ledger.js';
import { load } from '../steps/load.js';
import { permit } from '../steps/permit.js';
import { addPreview, comparePreview } from '../steps/preview.js';
import { keepGrant, remoteExecution, takeFacts } from '../steps/remote.js';
import type { FixedStep, Step } from './step.js';

/**
 * The order of a call: the only place that has it. Plans and routes are filters of this list.
 *
 * Steps with a `fixed` function are in no plan, since every call takes them: `admitCall` takes 1
 * and 2 for all calls of a batch before one of them continues, `takeSteps` ends with 10 and 11, and
 * `finishCall` takes 12 with the first outcome: of the tool, the deadline or the cancellation.
 */
export const STEPS: readonly (FixedStep | Step)[] = [
  { names: ['find'], fixed: find }, //       1   unknown name -> retry
  { names: ['admit'], fixed: admit }, //     2   limit, halted run -> failed
  answerEqual, //                                the budget is used up, and the call failed before -> failed
  takeFacts, //                                  of a call from another thread or process
  gates, //                                      waits for other calls
  load, //                                       the code of the tool's module
  permit, //                                     the user lost a permission while the call waited -> denied
  aroundWholeCall, //                            interceptors
  accept, //                                 3   broken JSON -> retry
  //                                         4   invalid arguments -> retry
  //                                         5   DTO instances, dates, maps
  keepGrant, //                                  of a call from another process
  addPreview, //                                 to a request for an approval
  rules, //                                  6   class-validator, `@Validate` -> retry
  requireInput, //                               of a call from another thread
  decide, //                                 7   policy, user input, approval, external -> denied, deferred
  cache, //                                  8   hit -> success
  resolve, //                                9   rejects for wiring mistakes: they are the developer's
  ledger, //                                10   a row before and after the execution
  remoteExecution, //                            tells the other process about the execution
  aroundExecution, //                            interceptors
  executor, //                                   another process executes the call
  isolate, //                                    a worker thread executes the call
  comparePreview, //                             another preview than the approved one -> deferred
  { names: ['execute'], fixed: execute }, //     the tool throws -> retry, failed
  { names: ['encode'], fixed: encode }, //  11   success, failed
  { names: ['record'], fixed: record }, //  12   retry budget, events
];
