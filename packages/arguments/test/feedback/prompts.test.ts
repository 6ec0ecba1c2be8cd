import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseArguments } from '../../src/parse-arguments.js';
import { DEFAULT_ARGUMENT_LIMITS } from '../../src/default-limits.js';
import { formatAnnotated } from '../../src/feedback/format-annotated.js';
import { formatRetryPrompt } from '../../src/feedback/format-retry-prompt.js';
import { KnownTexts } from '../../src/feedback/known-texts.js';
import { argumentCheck } from '../support/argument-check.js';
import { PROMPT_CASES, type PromptCase } from './prompt-cases.js';

/** Read this file: models read it. `UPDATE_PROMPTS=1` writes it anew. */
const file = new URL('../fixtures/prompts.md', import.meta.url);

function promptOf({ tool, schema, sent, sensitive, envelope, repeated, annotated }: PromptCase): string {
  const check = argumentCheck(schema, { ...(sensitive && { sensitive }), ...(envelope && { envelope }) });
  const { refusal } = parseArguments(check, sent);
  if (refusal === undefined) throw new Error('The call was accepted.');
  const checks = { check, visitRules: undefined, limits: DEFAULT_ARGUMENT_LIMITS };
  const help = repeated && new KnownTexts(tool).findHelp(checks, refusal.issues);
  return (annotated ? formatAnnotated : formatRetryPrompt)({ tool, refusal, sent, sensitive, repeated: help });
}

function section(one: PromptCase): string {
  const sent = typeof one.sent === 'string' ? one.sent : JSON.stringify(one.sent);
  const shown = sent.length > 300 ? `${sent.slice(0, 300)}... (${sent.length} characters)` : sent;
  return `## ${one.title}\n\nSent:\n\n\`\`\`\`text\n${shown}\n\`\`\`\`\n\nRead:\n\n\`\`\`\`text\n${promptOf(one)}\n\`\`\`\`\n`;
}

const page = `# What models read\n\nWritten and compared by \`test/feedback/prompts.test.ts\`.\n\n${PROMPT_CASES.map(section).join('\n')}`;
if (process.env['UPDATE_PROMPTS'] === '1') writeFileSync(file, page);
const golden = readFileSync(file, 'utf8');

describe('the retry prompt [ERR-1, ERR-4, ERR-6, ERR-7]', () => {
  it.each(PROMPT_CASES.map((one) => [one.title, one] as const))('%s', (_title, one) => {
    expect(golden).toContain(section(one));
  });

  it.each(PROMPT_CASES.map((one) => [one.title, one] as const))(
    'is bounded, in lines, and ends with the request: %s [NEW-6]',
    (_title, one) => {
      const text = promptOf(one);
      expect(text.length).toBeLessThanOrEqual(2000);
      expect(text).toMatch(new RegExp(`^(Tool call validation failed for tool '${one.tool}':\n|The arguments )`));
      expect(text.endsWith('\n\nFix the errors and try again.')).toBe(true);
      expect(text.split('\n').filter((line) => line.startsWith('- ')).length).toBeLessThanOrEqual(10);
    },
  );

  it('is the text of the fixture, and nothing else is in it', () => {
    expect(golden).toBe(page);
  });
});
