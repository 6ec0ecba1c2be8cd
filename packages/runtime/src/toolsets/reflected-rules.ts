import type { ChecksSource, ToolDescriptor } from '@haft/core/reflected';
import { EmittedChecks } from '../arguments/emitted-checks.js';
import type { ToolBody } from './any-tool.js';

/** What visits the DTO rules that the schema does not say. They are asked about accepted arguments: what accepts them is there by then. */
export function reflectedRules(tool: ToolDescriptor, checks: ChecksSource | undefined): ToolBody['visitRules'] {
  if (checks === undefined || tool.hasRules === undefined) return tool.visitRules;
  return (args, visit) => EmittedChecks.of(checks).find(tool)?.visitRules?.(args, visit);
}
