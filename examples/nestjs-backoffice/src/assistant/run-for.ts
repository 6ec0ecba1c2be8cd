import { UnauthorizedException } from '@nestjs/common';
import type { RunOptions } from 'haft';
import type { AuthenticatedRequest } from '../accounts/authenticated-request.js';
import type { BackofficeDeps } from './backoffice-deps.js';
import { runOptionsOf } from './run-options-of.js';

/** Returns the options of a run for the sender of a request. */
export function runFor({ user }: AuthenticatedRequest): RunOptions<BackofficeDeps> & { deps: BackofficeDeps } {
  if (user === undefined) throw new UnauthorizedException();
  return runOptionsOf(user);
}
