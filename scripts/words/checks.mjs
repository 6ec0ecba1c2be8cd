// The rules of plain English that CI checks. CONTRIBUTING.md explains them.

/** Each check finds words that are hard to read. A hit fails the build. */
export const CHECKS = [
  {
    rule: 'A sentence does not start with What or Who unless it is a question.',
    hits: (sentence) => /^["(]?(what|who|whose|whoever|whatever)\b/i.test(sentence) && !/\?["')]*$/.test(sentence),
  },
  {
    rule: 'Name the role: caller, approver, model, you. Not nobody, somebody, everybody, whoever.',
    hits: (sentence) => /\b(nobody|somebody|everybody|anybody|whoever)\b/i.test(sentence),
  },
  {
    rule: 'Use the standard word: is in, repair, next to, continue, no longer.',
    hits: (sentence) =>
      /\b(stands?(?! (?:for|out|alone)\b)(?!-)|stood|mend(?:s|ed|ing)?|beside|go(?:es)? on|went on|any more|comes? of|came of|is looked|the words of)\b/i.test(
        sentence,
      ),
  },
  { rule: 'A sentence does not start with Of.', hits: (sentence) => /^["(]?of\b/i.test(sentence) },
  {
    rule: 'Write "is not a", not "is no" or "is none".',
    hits: (sentence) => /(?<!\bthere )\b(is|are|was|were) (none\b|no (?!longer\b|more\b|one\b)[a-z`]+)/i.test(sentence),
  },
];

/** Words that are fine now and then. Each has a largest share of sentences. */
export const BUDGETS = [
  {
    rule: 'what-clauses',
    share: 0.01,
    hits: (sentence) =>
      /(?<!\b(?:to|you|about|if|happens|matter)) what (?!to\b|you\b|happens\b|if\b|about\b)/i.test(sentence),
  },
  { rule: 'semicolons', share: 0.02, hits: (sentence) => /;(\s|$)/.test(sentence) },
];

/** The longest line of prose, in characters. Tables, links and code may be longer. */
export const LONGEST_LINE = 100;
