/** English words without a meaning of their own. Indexes leave them out, and so do queries. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and any are as at be been but by can do does for from has have how if in into is it must no not of on or
such that the their then there these they this to was what when where which who why will with`.split(/\s+/),
);
