import path from 'node:path';

/**
 * Returns the imports of a generated module from its project, by local name. `out` is the place of
 * the module.
 */
export async function importClasses(text: string, out: string): Promise<Readonly<Record<string, unknown>>> {
  const classes: Record<string, unknown> = {};
  for (const [, names = '', specifier = ''] of text.matchAll(/^import \{([^}]*)\} from '(\.[^']*)';$/gm)) {
    // The module of checks is another text under test.
    if (specifier.includes('.checks.')) continue;
    const file = path.resolve(path.dirname(out), specifier).replace(/\.js$/, '.ts');
    const module = (await import(file)) as Readonly<Record<string, unknown>>;
    for (const one of names.split(',')) {
      const [exported = '', local = exported] = one.trim().split(' as ');
      if (exported !== '') classes[local] = module[exported];
    }
  }
  return classes;
}
