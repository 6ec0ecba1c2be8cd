/** Bytes of a file that is searched. */
export const LARGEST_SEARCHED = 500_000;
