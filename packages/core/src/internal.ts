/* Functions that only the packages of Haft use. They may change in every release. */

export { after, afterAll, ignoreRejections, mapEach } from './async/after.js';
export { isThenable } from './async/is-thenable.js';
export { LazyFile } from './async/lazy-file.js';
export { loadPart } from './async/load-part.js';
export { nextTurn } from './async/next-turn.js';
export type { CallState, EndState } from './call-state.js';
export { cutText, cutWithNote, shownName } from './cut-text.js';
export { isPlain, jsonText } from './json-text.js';
export { callInText, kindAndName, nameInRun, type Named } from './name-in-run.js';
export { warn } from './warn.js';
export { wireForm } from './wire-form.js';
