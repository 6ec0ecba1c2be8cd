import { chainOf } from './mark-step.js';
import { parse } from './steps/03-parse.js';
import { check } from './steps/04-check.js';
import { revive } from './steps/05-revive.js';
import { rules } from './steps/06-rules.js';
import { decide, keepGrant, requireInput } from './steps/07-decide.js';
import { resolve } from './steps/09-resolve.js';
import { executeForOther, invoke } from './steps/10-execute.js';
import { encode } from './steps/11-encode.js';

/** The steps of a call that another thread accepted and decided. */
export const CHAIN_IN_WORKER = chainOf({
  parse,
  check,
  revive,
  decide: requireInput,
  resolve,
  execute: invoke,
  encode,
});

/** The steps of a call from another process: it is accepted and decided again. */
export const CHAIN_OF_REMOTE = chainOf({
  parse,
  check,
  revive,
  admit: keepGrant,
  rules,
  decide,
  resolve,
  execute: executeForOther,
  encode,
});
