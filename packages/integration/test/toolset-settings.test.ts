import ts from 'typescript';
import { describe, expect, it } from '@jest/globals';
import { textOf } from './support/markdown-pages.js';

/*
 * The guides of the toolsets list their settings in tables. This compares the tables with the
 * types: names, and defaults that are numbers.
 */

interface Setting {
  readonly name: string;
  readonly text: string;
}

/** Reads the members of an interface, also those that it inherits from one of the same file. */
function membersOf(file: string, name: string): readonly Setting[] {
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true);
  const found = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  if (found === undefined || !ts.isInterfaceDeclaration(found)) throw new Error(`${file} has no interface ${name}.`);
  return found.members.flatMap((member) =>
    ts.isPropertySignature(member) && ts.isIdentifier(member.name)
      ? [{ name: member.name.text, text: commentOf(member) }]
      : [],
  );
}

/** Returns the comment of a member as one line. */
function commentOf(member: ts.Node): string {
  const comments = ts.getJSDocCommentsAndTags(member).map((one) => one.getText());
  return comments.join(' ').replace(/\s*\n\s*\*?\s*/g, ' ');
}

interface Row {
  readonly names: readonly string[];
  readonly value: string;
}

/** Reads the rows of the table of settings: the names, and the default. */
function rowsOf(page: string): readonly Row[] {
  const [, head = '', body = ''] = /^(\| setting .*)\n\| -.*\n((?:\|.*\n)+)/m.exec(textOf(page)) ?? [];
  const at = cellsOf(head).indexOf('default');
  return body
    .trim()
    .split('\n')
    .map((line) => {
      const cells = cellsOf(line);
      return { names: [...(cells[0] ?? '').matchAll(/`(\w+)`/g)].map(([, one = '']) => one), value: cells[at] ?? '' };
    });
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** Returns the number in a text such as `10,000 (10 s)`. Undefined if it has none. */
function numberIn(text: string): number | undefined {
  const [found] = /^[\d,]+(\.\d+)?/.exec(text) ?? [];
  return found === undefined ? undefined : Number(found.replaceAll(',', '').replaceAll('_', ''));
}

describe.each([
  ['file', ['file/file-options.ts FileSettings', 'file/file-toolset.ts FileToolsetSettings']],
  ['http', ['http/http-options.ts HttpSettings']],
  ['shell', ['shell/shell-options.ts ShellSettings', 'shell/shell-toolset.ts ShellToolsetSettings']],
  ['data', ['query/query-options.ts QuerySettings']],
  ['code', ['code/python/python-options.ts PythonSettings']],
  ['search', ['search/search-options.ts SearchSettings']],
  ['knowledge', ['knowledge/knowledge-base.ts KnowledgeSettings', 'texts/text-index.ts TextIndexSettings']],
  ['memory', ['memory/memory-options.ts MemorySettings', 'texts/text-index.ts TextIndexSettings']],
  ['skill', ['skill/skill-options.ts SkillSettings', 'skill/skill-toolset.ts SkillToolsetSettings']],
  ['schedule', ['schedule/schedule-options.ts ScheduleSettings']],
  ['plan', ['plan/plan-options.ts PlanSettings', 'plan/plan-toolset.ts PlanToolsetSettings']],
])('the guide of %s', (name, types) => {
  const page = `docs/guide/toolsets/${name}.md`;
  const members = types.flatMap((one) => {
    const [file = '', type = ''] = one.split(' ');
    return membersOf(`packages/toolsets/src/${file}`, type);
  });

  it('names every setting', () => {
    const text = textOf(page);
    const missing = members.filter((one) => !new RegExp(`\`[^\`]*\\b${one.name}\\b`).test(text));
    expect(missing.map((one) => one.name)).toEqual([]);
  });

  it('has the defaults of the types', () => {
    const rows = rowsOf(page);
    expect(rows.length).toBeGreaterThan(1);
    const wrong = rows.flatMap(({ names, value }) =>
      names.flatMap((one) => {
        const member = members.find((setting) => setting.name === one);
        const [, said = ''] = /\bDefault:? (.*)/.exec(member?.text ?? '') ?? [];
        const isSame = member !== undefined && numberIn(said) === numberIn(value);
        return isSame ? [] : [`${one}: the page says ${value}, the type says ${said}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});
