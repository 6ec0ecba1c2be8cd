/*
 * Questions to the user, with options.
 */

export { HumanToolset } from './human.toolset.js';
export { humanToolset } from './human-toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
