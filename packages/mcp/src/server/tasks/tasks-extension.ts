import { MissingRequiredClientCapabilityError, type ServerContext } from '@modelcontextprotocol/server';
import { TASKS_EXTENSION } from '../../tasks-extension.js';
import { capabilitiesOfRequest } from '../client-facts.js';

/** Returns whether a request names the extension. Requests before 2026-07-28 cannot. */
export function hasTasksExtension(ctx: ServerContext): boolean {
  const { extensions } = capabilitiesOfRequest(ctx) as { readonly extensions?: unknown };
  return typeof extensions === 'object' && extensions !== null && Object.hasOwn(extensions, TASKS_EXTENSION);
}

/** Returns the error for a request that needs the extension. */
export function needsTasksExtension(): MissingRequiredClientCapabilityError {
  return new MissingRequiredClientCapabilityError(
    { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
    `This request needs the extension ${TASKS_EXTENSION} in the capabilities of the client.`,
  );
}
