import type { AnyTool } from '@haft/compose';

/**
 * Returns whether a program of the provider may call a tool. It needs the value immediately, so the
 * calls of the tool must not wait. A policy may still ask for an approval.
 */
export function isForPrograms({ definition, settings, input, body }: AnyTool): boolean {
  const { approvals = [], external, background, final } = settings;
  const mayWait = input !== undefined || approvals.length > 0 || external === true || background !== undefined;
  return definition.programs !== false && body.isOfRuntime !== true && !mayWait && final !== true;
}
