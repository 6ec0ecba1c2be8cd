import type { ChecksSource, CheckedDescriptor } from '@haft/core/reflected';
import { EmittedChecks } from '../../arguments/emitted-checks.js';
import type { ToolBody } from '../port/any-tool.js';

/** What visits the DTO rules that the schema does not say. They are asked about accepted arguments: what accepts them is there by then. */
export function reflectedRules(tool: CheckedDescriptor, checks: ChecksSource | undefined): ToolBody['visitRules'] {
  if (checks === undefined || tool.hasRules === undefined) return tool.visitRules;
  return (args, visit) => EmittedChecks.of(checks).find(tool)?.visitRules?.(args, visit);
}
