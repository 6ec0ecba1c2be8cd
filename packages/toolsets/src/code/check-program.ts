/**
 * The file of the process that checks programs. Relative to this file and to the bundle that
 * contains it.
 */
export const CHECK_PROGRAM = new URL('./check/worker/check-program.js', import.meta.url);
