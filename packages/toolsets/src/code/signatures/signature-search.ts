import type { ToolDefinition } from '@haft/core';
import { rankByText, type RankTools } from '@haft/runtime';
import type { CodeLanguage } from '../code-backend.js';
import { memberOf } from './member-of.js';
import { pythonOf } from './python-of.js';

/** The most tools that one search finds. */
const MOST_FOUND = 10;

/** A tool that a program found. */
export interface FoundSignature {
  readonly name: string;
  readonly signature: string;
}

/**
 * Finds tools by words. A program calls it as `search_tools`, for the tools that its description
 * does not list.
 */
export class SignatureSearch {
  /** @param rank - the ranking. Default: the full-text search of the runtime */
  constructor(private readonly rank: RankTools = rankByText()) {}

  /** Returns the signatures of the tools that match, best first. At most 10. */
  async find(
    queries: readonly string[],
    definitions: readonly ToolDefinition[],
    language: CodeLanguage = 'javascript',
  ): Promise<readonly FoundSignature[]> {
    const byName = new Map(definitions.map((one) => [one.name, one]));
    const names = await this.rank(queries, definitions);
    const found = names.flatMap((name) => byName.get(name) ?? []).slice(0, MOST_FOUND);
    return found.map((one) => ({ name: one.name, signature: signatureOf(one, language) }));
  }
}

function signatureOf(definition: ToolDefinition, language: CodeLanguage): string {
  if (language === 'python') return pythonOf(definition);
  const { types, member } = memberOf(definition);
  return types + member;
}
