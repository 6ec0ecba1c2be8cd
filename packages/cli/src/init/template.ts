import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The kinds of projects that `haft init` supports. */
export const TEMPLATES = ['node', 'nestjs'] as const;
/** One of {@link TEMPLATES}. */
export type TemplateName = (typeof TEMPLATES)[number];

/**
 * Returns the files of a template by their path. Those of {@link FIRST} come first.
 *
 * @param style - the ending of relative imports: `.js` for ESM, empty for CommonJS
 */
export function templateFiles(name: TemplateName, style: '.js' | ''): ReadonlyMap<string, string> {
  const folder = fileURLToPath(new URL(`../templates/${name}`, import.meta.url));
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  const files = paths.map(
    (path) => [path.slice(folder.length + 1), inStyle(readFileSync(path, 'utf8'), style)] as const,
  );
  const isFirst = ([file]: (typeof files)[number]): boolean => FIRST.includes(file);
  return new Map([...files.filter(isFirst), ...files.filter((file) => !isFirst(file))]);
}

/** The files that tell how a project reads the others. */
export const FIRST = ['tsconfig.json', 'src/runtime.ts'];

/** The file that makes the first calls. A project of a framework starts elsewhere. */
export const EXAMPLE = 'src/main.ts';

/** Writes out parameter properties, which `erasableSyntaxOnly` refuses. */
export function withoutParameterProperties(text: string): string {
  return text.replace(
    /^ {2}constructor\(private readonly (\w+): (\w+)\) \{\}$/gm,
    (_all, name: string, type: string) =>
      `  private readonly ${name}: ${type};\n\n  constructor(${name}: ${type}) {\n    this.${name} = ${name};\n  }`,
  );
}

function inStyle(text: string, style: '.js' | ''): string {
  return style === '.js' ? text : withoutTopLevelAwait(text.replace(/(from '\.[^']*)\.js'/g, "$1'"));
}

/** Moves statements with `await` into a function: CommonJS modules have no top-level `await`. */
function withoutTopLevelAwait(text: string): string {
  if (!/^(await |for await |const .*= await |  const .*= await )/m.test(text) || /^export /m.test(text)) return text;
  const start = [...text.matchAll(/^import .*;\n/gm)].reduce((end, found) => found.index + found[0].length, 0);
  const body = text
    .slice(start)
    .trim()
    .replace(/^(?=.)/gm, '  ');
  return `${text.slice(0, start)}\nasync function main(): Promise<void> {\n${body}\n}\n\nvoid main();\n`;
}
