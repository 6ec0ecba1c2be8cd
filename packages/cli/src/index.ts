/*
 * The `haft` command as a function.
 */

export { main } from './main.js';
