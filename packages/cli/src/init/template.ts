import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The kinds of projects that `haft init` knows. */
export const TEMPLATES = ['node', 'nestjs'] as const;
/** One of them. */
export type TemplateName = (typeof TEMPLATES)[number];

/**
 * The files of a template by their path.
 *
 * @param style - how the project writes relative imports: `.js` for ESM, nothing for CommonJS
 */
export function templateFiles(name: TemplateName, style: '.js' | ''): ReadonlyMap<string, string> {
  const folder = fileURLToPath(new URL(`../templates/${name}`, import.meta.url));
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [path.slice(folder.length + 1), inStyle(readFileSync(path, 'utf8'), style)]));
}

function inStyle(text: string, style: '.js' | ''): string {
  return style === '.js' ? text : text.replace(/(from '\.[^']*)\.js'/g, "$1'");
}
