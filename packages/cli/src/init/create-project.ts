import { basename } from 'node:path';
import { version } from '../version.js';
import { examineTsconfig } from './examine-tsconfig.js';
import { note, type FolderWriter } from './folder-writer.js';
import type { PackageJson } from './package-json.js';
import { newProjectFiles, type TemplateName } from './template.js';

/** Writes a whole project: a first toolset, a tool that needs an approval, a test, and scripts. */
export function createProject(writer: FolderWriter, template: TemplateName): void {
  const { folder } = writer;
  const files = newProjectFiles(template);
  for (const [file, text] of files) if (file !== MANIFEST) writer.add(file, text);
  const manifest = JSON.parse(files.get(MANIFEST) ?? '{}') as PackageJson;
  const named = { ...manifest, name: packageName(basename(folder)) };
  writer.replace(MANIFEST, `${JSON.stringify(named, null, 2).replaceAll(ANY_VERSION, `^${version}`)}\n`);
  // The folder may have a tsconfig of its own.
  const config = examineTsconfig({ folder, isModule: manifest.type === 'module', namesRuntime: true });
  for (const line of config.toChange) note(line);
  writer.ignore(['node_modules/', 'dist/', 'src/*.gen.ts', ...(template === 'next' ? NEXT : [])]);
}

const MANIFEST = 'package.json';
/** The version of each package of Haft in the manifest of a template. */
const ANY_VERSION = '^0.0.0';
/** Files that Next writes. */
const NEXT = ['.next/', 'next-env.d.ts', '*.tsbuildinfo'];

/** Returns a name that npm accepts. */
function packageName(folder: string): string {
  const words = folder.toLowerCase().match(/[a-z0-9]+/g) ?? ['my', 'tools'];
  return words.join('-');
}
