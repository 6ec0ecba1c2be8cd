import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The new projects that `haft init` creates. */
export const TEMPLATES = ['node', 'nest', 'express', 'next', 'mcp', 'library'] as const;
/** One of {@link TEMPLATES}. */
export type TemplateName = (typeof TEMPLATES)[number];

/** The kinds of existing projects that get a first toolset. */
export type ProjectKind = 'node' | 'nestjs';

/** Returns the files of a new project by their path. */
export function newProjectFiles(name: TemplateName): ReadonlyMap<string, string> {
  // The files of an application of Next are of CommonJS for the compiler.
  return filesOf(`new/${name}`, name === 'next' ? withoutEndings : (text) => text);
}

/**
 * Returns the files for an existing project by their path. Those of {@link FIRST} come first.
 *
 * @param style - the ending of relative imports: `.js` for ESM, empty for CommonJS
 */
export function templateFiles(kind: ProjectKind, style: '.js' | ''): ReadonlyMap<string, string> {
  return filesOf(kind, style === '' ? (text) => withoutTopLevelAwait(withoutEndings(text)) : (text) => text);
}

function filesOf(name: string, inStyle: (text: string) => string): ReadonlyMap<string, string> {
  const folder = fileURLToPath(new URL(`../templates/${name}`, import.meta.url));
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  const files = paths.map((path) => {
    const file = path.slice(folder.length + 1);
    return [file === KEPT_MANIFEST ? 'package.json' : file, inStyle(readFileSync(path, 'utf8'))] as const;
  });
  const isFirst = ([file]: (typeof files)[number]): boolean => FIRST.includes(file);
  return new Map([...files.filter(isFirst), ...files.filter((file) => !isFirst(file))]);
}

/**
 * The name of a template's manifest in the package. Tools read each `package.json` inside a package
 * as a manifest of that package.
 */
const KEPT_MANIFEST = '_package.json';

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

/** Removes the endings of relative imports. */
function withoutEndings(text: string): string {
  return text.replace(/(from '\.[^']*)\.js'/g, "$1'");
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
