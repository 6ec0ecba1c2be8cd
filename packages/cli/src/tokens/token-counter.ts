import { createRequire } from 'node:module';
import { join } from 'node:path';
import { estimateTokens } from '@haft/schema/tokens';

/** Counts the tokens of texts. */
export interface TokenCounter {
  /** `o200k_base` for exact counts of that encoding of OpenAI. */
  readonly counted: 'o200k_base' | 'estimate';
  readonly count: (text: string) => number;
}

/** The part of `gpt-tokenizer` that counts. */
interface Encoding {
  readonly countTokens?: (text: string, options: Special) => number;
}

interface Special {
  readonly allowedSpecial: ReadonlySet<string>;
  readonly disallowedSpecial: ReadonlySet<string>;
}

/**
 * Counts with the `gpt-tokenizer` that the project has installed. Without it, estimates.
 *
 * @param folder - the absolute path of the folder of package.json
 */
export function tokenCounter(folder: string): TokenCounter {
  const { countTokens } = installedEncoding(folder) ?? {};
  return countTokens === undefined
    ? { counted: 'estimate', count: estimateTokens }
    : { counted: 'o200k_base', count: (text) => countTokens(text, ALL_PLAIN) };
}

function installedEncoding(folder: string): Encoding | undefined {
  const require = createRequire(join(folder, 'package.json'));
  let file: string;
  try {
    file = require.resolve('gpt-tokenizer/encoding/o200k_base');
  } catch {
    return undefined;
  }
  return require(file) as Encoding;
}

/** A description may mention `<|endoftext|>`, which is plain text in a request. */
const ALL_PLAIN: Special = { allowedSpecial: new Set(), disallowedSpecial: new Set() };
