import path from 'node:path';

/** What a generated module imports from its project, by local name. `out` is where the module would stand. */
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
