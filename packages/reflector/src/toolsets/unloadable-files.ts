import { relative } from 'node:path';

/**
 * Returns the files that a model imports from and that no import finds: Node reads `#`, `?` and `%`
 * in an import path as parts of a URL. Folders that the import path does not name may have them.
 *
 * @param root - a toolset or function tool with its services
 * @param folder - the folder of the generated module, to which import paths are relative
 */
export function unloadableFiles(root: unknown, folder: string): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<object>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (one instanceof Map) open.push(...(one as ReadonlyMap<unknown, unknown>).values());
    else open.push(...Object.entries(one).flatMap(([name, value]) => (isSchema(name) ? [] : [value as unknown])));
    const file = fileOf(one);
    if (file === undefined) continue;
    if (/[#?%]/.test(relative(folder, file))) found.add(file);
  }
  return [...found].sort();
}

/**
 * Returns whether a property is a schema or has examples. They have no references, and are most of
 * a model.
 */
function isSchema(name: string): boolean {
  return name === 'schema' || name === 'examples';
}

function fileOf(one: object): string | undefined {
  const { from } = one as { readonly from?: { readonly file?: unknown } };
  return typeof from?.file === 'string' ? from.file : undefined;
}
