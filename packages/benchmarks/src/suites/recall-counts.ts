/**
 * The numbers of first tools in a recall. Separate from the suite, because loading that loads Haft.
 */
export const COUNTS = [1, 3, 5, 10];
