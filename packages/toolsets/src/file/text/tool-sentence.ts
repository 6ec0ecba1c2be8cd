import type { RunContext } from '@haft/core';

/**
 * Returns a sentence that sends the model to another file tool, with a blank before it. Empty if
 * the model does not have that tool. The tool may have another prefix in this run.
 *
 * @param tool - the name without `file_`
 * @param purpose - such as `to see what exists`
 */
export function toolSentence(run: RunContext<never>, tool: string, purpose: string): string {
  const name = run.calls
    .tools()
    .map((definition) => definition.name)
    .find((one) => one === `file_${tool}` || one.endsWith(`_file_${tool}`));
  return name === undefined ? '' : ` Call ${name} ${purpose}.`;
}
