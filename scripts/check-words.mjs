// Checks the English of guides, pages, comments and test titles:
// node scripts/check-words.mjs [FILE or FOLDER ...]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { BUDGETS, CHECKS, LONGEST_LINE } from './words/checks.mjs';
import { codeBlocks, markdownBlocks, sentencesOf } from './words/prose.mjs';

const places = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', '--', ...(places.length === 0 ? ['.'] : places)], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) =>
      /\.(md|ts|mjs|js)$/.test(file) && !/fixtures\/|\.gen\.ts$|(^|\/)(peers|toolchains)\/.*\.gen|expected/.test(file),
  );

const findings = [];
const budgets = new Map(BUDGETS.map(({ rule }) => [rule, []]));
let sentences = 0;

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.md')) {
    check(file, 'prose', markdownBlocks(text));
    checkLines(file, markdownLines(text));
  } else {
    const { comments, titles } = codeBlocks(text, file);
    check(file, 'comment', comments);
    check(file, 'title', titles);
    checkLines(file, commentLines(text));
  }
}

for (const { rule, share } of BUDGETS) {
  const found = budgets.get(rule);
  const inPercent = ((found.length / Math.max(1, sentences)) * 100).toFixed(2);
  console.log(`${rule}: ${found.length} of ${sentences} sentences, ${inPercent} % (budget ${share * 100} %)`);
  if (found.length > sentences * share) findings.push(...found);
}
for (const finding of findings) console.log(finding);
console.log(`${findings.length} findings in ${files.length} files`);
process.exitCode = findings.length === 0 ? 0 : 1;

function check(file, kind, blocks) {
  for (const { text, line } of blocks) {
    for (const sentence of sentencesOf(text)) {
      sentences++;
      for (const { rule, hits } of CHECKS) if (hits(sentence)) report(file, line, rule, sentence);
      for (const { rule, hits } of BUDGETS) {
        if (!hits(sentence)) continue;
        budgets.get(rule).push(`${file}:${line}: ${rule}: ${sentence}`);
        if (rule === 'semicolons' && (kind === 'comment' || file === 'CHANGELOG.md'))
          report(file, line, 'No semicolon.', sentence);
      }
    }
  }
}

function checkLines(file, lines) {
  for (const { text, line } of lines) {
    if (text.length > LONGEST_LINE) report(file, line, `${text.length} characters, at most ${LONGEST_LINE}`, text);
  }
}

/**
 * Returns the lines of paragraphs and lists. Tables, headings, links alone and code may be long.
 */
function markdownLines(text) {
  let fenced = false;
  return text.split('\n').flatMap((raw, index) => {
    if (/^\s*(```|~~~)/.test(raw)) fenced = !fenced;
    const skipped =
      fenced || /^\s*(\||#|<|```|~~~|!?\[[^\]]*\]\([^)]*\)[.,]?$)/.test(raw) || !/\S\s+\S/.test(raw.trim());
    return skipped ? [] : [{ text: raw, line: index + 1 }];
  });
}

/** Returns the lines that are only a comment. */
function commentLines(text) {
  return text.split('\n').flatMap((raw, index) => {
    const isComment = /^\s*(\/\/|\/\*|\*(\s|\/|$))/.test(raw) && !/https?:|eslint|@example|\*\/\s*\S/.test(raw);
    return isComment ? [{ text: raw, line: index + 1 }] : [];
  });
}

function report(file, line, rule, sentence) {
  findings.push(`${file}:${line}: ${rule} | ${sentence}`);
}
