/** The longest text about a problem, in characters. */
export const LONGEST_PROMPT = 2000;
