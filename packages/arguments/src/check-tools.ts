import { exampleOf } from '@haft/schema';
import type { ArgumentCheck, CheckTools } from './accepted-arguments.js';
import { countedCheck } from './ajv/counted-check.js';
import { checkerOf } from './checker-of.js';
import { issueOfLibrary } from './issue-of-library.js';

/**
 * Completes a check, so `read` works, and returns it.
 *
 * @throws {HaftError} HAFT_PART_MISSING if the check of a reflected tool is not loaded
 */
export function completeCheck(check: ArgumentCheck): ArgumentCheck {
  check.complete?.(CHECK_TOOLS);
  return check;
}

/** The functions for the checks of schemas from run time. */
const CHECK_TOOLS: CheckTools = {
  checkerOf,
  exampleOf,
  countedCheck,
  issueOfLibrary,
};
