import type { ToolModel } from '../model.js';
import { memberOf } from './literal.js';

/**
 * Returns the expression that calls a method with its parameters by position,
 * `(t, a, run) => t.read(a.path, a.limit, run)`, or a function,
 * `(f, a, run) => f(a.path, a.limit, run)`.
 *
 * @param helper - imports a function of `@haft/core/reflected`
 */
export function emitInvoke(
  tool: Pick<ToolModel, 'method' | 'parameters' | 'single'>,
  kind: 'method' | 'function' = 'method',
  helper: (name: string) => string = (name) => name,
): string {
  const [first, callee] = kind === 'method' ? ['t', memberOf('t', tool.method)] : ['f', 'f'];
  let hosts = 0;
  const args = tool.parameters.map((one) => {
    if (one.kind === 'run') return 'run';
    if (one.kind === 'host') return `host[${hosts++}]`;
    if (tool.single) return 'a';
    const value = memberOf('a', one.name);
    return one.reference === undefined ? value : `${helper('asRef')}(${value})`;
  });
  const usesRun = tool.parameters.some((one) => one.kind === 'run');
  const names = hosts > 0 ? 'a, run, host' : usesRun ? 'a, run' : tool.parameters.length > 0 ? 'a' : '';
  return `(${names === '' ? first : `${first}, ${names}`}) => ${callee}(${args.join(', ')})`;
}
