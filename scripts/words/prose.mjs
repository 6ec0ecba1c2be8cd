// Reads the prose of a file: sentences of Markdown, of comments and of test titles, each with its
// line.
import ts from 'typescript';

/**
 * @typedef {{ text: string, line: number }} Block - a paragraph, list item, table cell, comment or
 *   title, without markup
 */

/** Returns the blocks of prose of a Markdown text. Code, quotes and link targets are left out. */
export function markdownBlocks(text) {
  const blocks = [];
  let current;
  let fence;
  let inComment = false;
  const close = () => {
    if (current !== undefined) blocks.push({ ...current, text: bare(current.text) });
    current = undefined;
  };
  text.split('\n').forEach((line, index) => {
    const opening = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (fence !== undefined) {
      if (opening?.startsWith(fence)) fence = undefined;
      return;
    }
    if (opening !== undefined) {
      fence = opening;
      close();
      return;
    }
    if (line.includes('<!--')) inComment = true;
    if (inComment) {
      if (line.includes('-->')) inComment = false;
      close();
      return;
    }
    if (/^\s*$/.test(line) || /^\s*>/.test(line) || (/^( {4}|\t)\S/.test(line) === true && current === undefined)) {
      close();
      return;
    }
    if (/^\s*\|/.test(line)) {
      close();
      if (/^[\s|:-]+$/.test(line)) return;
      for (const cell of line.split(/(?<!\\)\|/)) {
        if (cell.trim() !== '') blocks.push({ line: index + 1, text: bare(cell.trim()) });
      }
      return;
    }
    const item = /^\s*(?:[-*+]|\d+[.)]|#+)\s+(.*)$/.exec(line);
    if (item !== null) {
      close();
      current = { line: index + 1, text: item[1] };
      if (/^\s*#/.test(line)) close();
      return;
    }
    if (current === undefined) current = { line: index + 1, text: line.trim() };
    else current.text += ` ${line.trim()}`;
  });
  close();
  return blocks;
}

/** Returns the comments of a TypeScript or JavaScript text, and the titles of its tests. */
export function codeBlocks(text, fileName) {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const comments = [];
  const titles = [];
  const written = [];
  const seen = new Set();
  const collect = (ranges = []) => {
    for (const { pos, end, kind } of ranges) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      comments.push({ pos, end, isLine: kind === ts.SyntaxKind.SingleLineCommentTrivia });
    }
  };
  const walk = (node) => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    collect(ts.getLeadingCommentRanges(text, node.getFullStart()));
    collect(ts.getTrailingCommentRanges(text, node.getEnd()));
    // A string of an emitter that is a comment in a module that users commit.
    if (/\/src\/emit\//.test(fileName) && ts.isStringLiteralLike(node) && /^\s*(\/\*\*|\/\/) /.test(node.text)) {
      const words = node.text.replace(/^\s*(\/\*\*|\/\/) |\s*\*\/\s*$/g, '');
      written.push({ line: lineOf(node.getStart(source)), text: bare(words) });
    }
    if (ts.isCallExpression(node)) {
      const [title] = node.arguments;
      const callee = node.expression.getText(source);
      if (title !== undefined && ts.isStringLiteralLike(title) && /^(it|test|describe)\b/.test(callee)) {
        titles.push({ line: lineOf(title.getStart(source)), text: bare(title.text) });
      }
    }
    for (const child of node.getChildren(source)) walk(child);
  };
  walk(source);
  comments.sort((one, other) => one.pos - other.pos);
  return { comments: [...paragraphsOf(comments, text, lineOf), ...written], titles };
}

const PROSE_TAGS = new Set(['param', 'typeParam', 'property', 'returns', 'throws', 'defaultValue', 'see']);

/**
 * Joins line comments that follow each other, and splits a block comment at blank lines, tags and
 * list items.
 */
function paragraphsOf(comments, text, lineOf) {
  const blocks = [];
  let lines = [];
  let last = -2;
  const close = () => {
    let current;
    let inCode = false;
    let inExample = false;
    for (const { line, words } of lines) {
      if (/^```/.test(words)) inCode = !inCode;
      const tag = /^@(\w+)\s*(.*)$/.exec(words);
      // Decorators in an example look like tags.
      if (tag?.[1] === 'example') inExample = true;
      else if (PROSE_TAGS.has(tag?.[1])) inExample = false;
      if (words === '' || inCode || /^```/.test(words) || inExample) {
        current = undefined;
        continue;
      }
      if (/^(eslint|prettier|@ts-|istanbul|c8|#|<|=+$|-+$)/.test(words)) continue;
      const item = /^[-*]\s+(.*)$/.exec(words);
      const start = tag === null ? item?.[1] : tagText(tag);
      if (current === undefined || start !== undefined) {
        current = { line, text: start ?? words };
        blocks.push(current);
      } else current.text += ` ${words}`;
    }
    lines = [];
  };
  for (const { pos, end, isLine } of comments) {
    const line = lineOf(pos);
    if (!isLine || line !== last + 1) close();
    text
      .slice(pos, end)
      .split('\n')
      .forEach((raw, index) => {
        const words = raw
          .replace(/^\s*(\/\*\*?|\*\/|\*|\/\/+)?\s?/, '')
          .replace(/\s*\*\/\s*$/, '')
          .trim();
        lines.push({ line: line + index, words });
      });
    if (isLine) last = line;
    else close();
  }
  close();
  return blocks.map((block) => ({ ...block, text: bare(block.text) })).filter(({ text: words }) => words !== '');
}

/** Leaves out the name of a parameter, the type of a `@throws`, and tags that carry no prose. */
function tagText([, name, rest]) {
  if (name === 'param' || name === 'typeParam' || name === 'property')
    return rest.replace(/^(\{.*?\}\s*)?\S+\s*(-\s*)?/, '');
  if (name === 'throws') return rest.replace(/^\{.*?\}\s*|^HaftError\s*/, '');
  if (name === 'see' || name === 'typedef' || name === 'type' || name === 'template') return '';
  return rest;
}

/** Takes code, quoted texts and link targets out of prose. */
function bare(text) {
  return text
    .replace(/``[^`]*``|`[^`]*`/g, '`x`')
    .replace(/\{@link\s+([^}]*)\}/g, '`x`')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>\s][^>]*>/g, '')
    .replace(/"[^"]*"|“[^”]*”/g, '"x"')
    .replace(/https?:\S+/g, 'x')
    .replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}/g, '')
    .trim();
}

/** Splits a block into sentences. */
export function sentencesOf(text) {
  return text
    .split(/(?<=[.!?:][)"]?)\s+(?=["(`]?[A-Z`])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z]/i.test(sentence.replace(/`x`/g, '')));
}
