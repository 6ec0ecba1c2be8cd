/*
 * Reads parts of large values that references stand for.
 */

export type { GivenReference } from './given-reference.js';
export type { RefSlice } from './ref-slice.js';
export { RefsToolset } from './refs.toolset.js';
export { refsToolset } from './refs-toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
