import type { Class } from '@haft/core';
import type { AnyTool } from '@haft/compose';
import type { ToolEntry } from '@haft/compose/internal';
import type { TokenRequest } from './plan/plan.js';

/**
 * Returns the tokens that the container must resolve for tools: their classes, injected parameters
 * and interceptor classes.
 */
export function toolRequests(entries: readonly ToolEntry[]): readonly TokenRequest[] {
  const requests: TokenRequest[] = [];
  let before: Class | undefined;
  for (const entry of entries) {
    if (!entry.isPlain) requests.push(...requestsOf(entry.tool()));
    // The tools of a class are next to each other, so that it is requested once.
    else if (entry.target !== undefined && entry.target !== before) requests.push({ token: (before = entry.target) });
  }
  return requests;
}

function requestsOf({ ownName, body, settings }: AnyTool): TokenRequest[] {
  const requests: TokenRequest[] = body.target === undefined ? [] : [{ token: body.target }];
  const place = body.target === undefined ? ownName : `${body.target.name}.${body.method ?? ownName}`;
  for (const parameter of body.host) {
    if (parameter.kind !== 'inject') continue;
    const { token, optional, name } = parameter;
    requests.push({ token, optional, neededBy: `${place}, parameter '${name}'` });
  }
  for (const interceptor of settings.interceptors ?? []) {
    if (typeof interceptor === 'function') requests.push({ token: interceptor, neededBy: `${place}, @Use` });
  }
  return requests;
}
