import type { AnyTool } from '../toolsets/any-tool.js';
import type { TokenRequest } from './plan/plan.js';

/** What the container must give for tools: their classes, injected parameters and interceptor classes. */
export function toolRequests(tools: readonly AnyTool[]): readonly TokenRequest[] {
  return tools.flatMap(requestsOf);
}

function requestsOf({ ownName, body, policy }: AnyTool): TokenRequest[] {
  const requests: TokenRequest[] = body.target === undefined ? [] : [{ token: body.target }];
  const place = body.target === undefined ? ownName : `${body.target.name}.${body.method ?? ownName}`;
  for (const parameter of body.host) {
    if (parameter.kind !== 'inject') continue;
    const { token, optional, name } = parameter;
    requests.push({ token, optional, neededBy: `${place}, parameter '${name}'` });
  }
  for (const interceptor of policy.interceptors ?? []) {
    if (typeof interceptor === 'function') requests.push({ token: interceptor, neededBy: `${place}, @Use` });
  }
  return requests;
}
