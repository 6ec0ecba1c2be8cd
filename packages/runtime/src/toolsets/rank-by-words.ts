import type { ToolDefinition } from '@haft/core';

/** Orders the tools that fit what a model looks for, best first, by name; leaves out those that do not fit. */
export type RankTools = (
  queries: readonly string[],
  tools: readonly ToolDefinition[],
) => readonly string[] | Promise<readonly string[]>;

/** A word counts more where it says more of the tool. */
const WEIGHT = { name: 4, parameter: 2, description: 1 } as const;

/**
 * The words (`[a-z0-9]+`) of the queries against those of name, parameter names and description. A word that few tools have
 * counts more. Equal tools keep their order.
 */
export const rankByWords: RankTools = (queries, tools) => {
  const indexed = tools.map((tool) => ({ name: tool.name, words: wordsOf(tool) }));
  const wanted = new Set(queries.flatMap(split));
  const rarity = new Map(
    [...wanted].map((word) => {
      const having = indexed.filter(({ words }) => words.has(word)).length;
      return [word, Math.log(1 + tools.length / Math.max(1, having))];
    }),
  );
  const scored = indexed.map(({ name, words }) => {
    let score = 0;
    for (const word of wanted) score += (words.get(word) ?? 0) * (rarity.get(word) ?? 0);
    return { name, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name);
};

/** Each word with the highest weight of its places. */
function wordsOf({ name, description, parameters }: ToolDefinition): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const word of split(description)) words.set(word, WEIGHT.description);
  for (const parameter of Object.keys(parameters.properties ?? {})) {
    for (const word of split(parameter)) words.set(word, WEIGHT.parameter);
  }
  for (const word of split(name)) words.set(word, WEIGHT.name);
  return words;
}

/** `readTextFile` and `read_text_file` have the same words. */
function split(text: string): readonly string[] {
  const spaced = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return (spaced.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !SAYS_NOTHING.has(word));
}

const SAYS_NOTHING = new Set(['a', 'an', 'and', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);
