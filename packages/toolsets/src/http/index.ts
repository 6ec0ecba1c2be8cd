/*
 * Pages of the web as text, without private addresses.
 */

export type { ResolveHost } from './guard/guarded-connector.js';
export { HttpOptions, type HttpSettings } from './http-options.js';
export { HttpToolset, type FetchedPage } from './http.toolset.js';
export { httpToolset } from './http-toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
