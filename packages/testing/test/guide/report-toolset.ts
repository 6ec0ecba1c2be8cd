import { RequiresApproval, RunContext, Tool, Toolset } from '@haft/core';
import { reflect } from '../../../runtime/test/support/reflect.js';

/** A toolset whose methods need a run. */
@Toolset({ prefix: 'report' })
export class ReportToolset {
  @Tool()
  async build(month: string, run: RunContext<{ tenant: string }>): Promise<string> {
    run.report({ done: 1, of: 1 });
    return `${month} of ${run.deps.tenant}`;
  }

  @Tool()
  @RequiresApproval()
  async send(month: string): Promise<string> {
    return `sent ${month}`;
  }
}

export const reports = reflect(
  ReportToolset,
  {
    build: { parameters: { month: { type: 'string' }, run: {} } },
    send: { parameters: { month: { type: 'string' } } },
  },
  { prefix: 'report_' },
);
