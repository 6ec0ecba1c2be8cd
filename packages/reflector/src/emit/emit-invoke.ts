import type { ToolModel } from '../model.js';
import { memberOf } from './literal.js';

/** The expression that calls the method with its parameters by position: `(t, a, run) => t.read(a.path, a.limit, run)`. */
export function emitInvoke(tool: Pick<ToolModel, 'method' | 'parameters' | 'single'>): string {
  let hosts = 0;
  const args = tool.parameters.map((one) => {
    if (one.kind === 'run') return 'run';
    if (one.kind === 'host') return `host[${hosts++}]`;
    return tool.single ? 'a' : memberOf('a', one.name);
  });
  const usesRun = tool.parameters.some((one) => one.kind === 'run');
  const names = hosts > 0 ? 't, a, run, host' : usesRun ? 't, a, run' : tool.parameters.length > 0 ? 't, a' : 't';
  return `(${names}) => ${memberOf('t', tool.method)}(${args.join(', ')})`;
}
