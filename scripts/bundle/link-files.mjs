// Links lazily imported files to the start file. A lazy file lists the values that it needs. The
// start hands them over when it imports the file. Imports between the two would make the bundler of
// an application move all shared code to a third file, which every start must find, read and link.
import { readFileSync, writeFileSync } from 'node:fs';

const LINK = 'linked:';

/** Leaves out sources that other files have, and keeps their imports for {@link linkFile}. */
export function sharedWith(isInOtherFile) {
  return {
    name: 'shared-with-others',
    setup({ onResolve, resolve: resolveAgain }) {
      onResolve({ filter: /^@haft\/core$/ }, () => ({ path: `${LINK}@haft/core`, external: true }));
      onResolve({ filter: /^(\.|@haft\/schema)/ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData === LINK) return undefined;
        const { path: source, external } = await resolveAgain(path, { kind, resolveDir, pluginData: LINK });
        return external || !isInOtherFile(source)
          ? undefined
          : { path: LINK + source, external: true, sideEffects: false };
      });
    },
  };
}

/** Adds exports to a file that name the values of it that other files take. */
export function exportParts(entry, taken) {
  return {
    name: 'parts',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path !== entry) return undefined;
        // Behind all other imports, so that the order of the sources stays.
        const added = partsIn(taken).map(
          ([part, { name, source }]) => `export { ${name} as ${part} } from ${JSON.stringify(source)};`,
        );
        return { contents: [readFileSync(path, 'utf8'), ...added].join('\n'), loader: 'ts' };
      });
    },
  };
}

/**
 * Makes a built lazy file one function, `link`, that takes the values of the start and returns the
 * exports. It imports the linked files that are loaded before it, and takes their values from them.
 *
 * @param entry - the source of the file
 * @param owners - how the file imports each linked file that is loaded before it, by its source
 * @param ownerOf - returns the file that has a source
 * @param isTaken - whether a file that is loaded later takes values of this one
 * @returns the values of other files, in the order in which they are taken
 */
export function linkFile(file, { entry, owners, ownerOf, isTaken }) {
  const imported = [];
  let exported = '';
  const code = readFileSync(file, 'utf8')
    .replace(/^import \{([^}]*)\} from "linked:([^"]+)";\n/gm, (_all, names, source) => {
      for (const [name, local] of namesIn(names)) imported.push({ name, source, owner: ownerOf(source), local });
      return '';
    })
    .replace(/^export \{([^}]*)\};\n/m, (_all, names) => {
      exported = namesIn(names)
        .map(([local, name]) => `${name}: ${local}`)
        .join(', ');
      return '';
    });
  if (/^(import|export)\b[^(]/m.test(code)) throw new Error(`${file} has an import that cannot be linked.`);
  // esbuild keeps the names that a file of exports passes on, also without a use.
  const parts = imported.filter(({ local }) =>
    new RegExp(`(?<![\\w$])${local.replaceAll('$', '\\$')}(?![\\w$])`).test(code + exported),
  );
  const imports = [];
  const values = [];
  for (const [index, [owner, importedAs]] of [...owners].entries()) {
    const taken = parts.filter((one) => one.owner === owner);
    imports.push(`import { linked as file_${index} } from "${importedAs}";\n`);
    values.push(`const { ${taken.map(({ local }, part) => `${partName(entry, part)}: ${local}`)} } = file_${index};\n`);
  }
  const ofStart = parts.filter(({ owner }) => !owners.has(owner)).map(({ local }) => local);
  writeFileSync(
    file,
    [
      ...imports,
      isTaken ? 'export let linked;\n' : '',
      `export function link([${ofStart.join(', ')}]) {\n`,
      ...values,
      code,
      `return ${isTaken ? 'linked = ' : ''}{ ${exported} };\n}\n`,
    ].join(''),
  );
  return parts;
}

/** Returns the names of an import or export, each with its other name. */
function namesIn(list) {
  return list.split(',').map((text) => {
    const [name, other = name] = text.trim().split(' as ');
    return [name, other];
  });
}

/** Lets the built start hand its values to each lazy file that it imports. */
export function linkParts(file, taken, importedAs) {
  let code = readFileSync(file, 'utf8');
  for (const [entry, parts] of taken) {
    const locals = parts.map((_part, index) => {
      const found = new RegExp(`^ {2}(\\S+) as ${partName(entry, index)}(,?\\n)`, 'm').exec(code);
      if (found === null) throw new Error(`${file} does not export the value ${index} for ${entry}.`);
      code = code.replace(found[0], '');
      return found[1];
    });
    const call = `import("${importedAs(entry)}")`;
    if (code.split(call).length !== 2) throw new Error(`${file} must have one ${call}.`);
    code = code.replace(call, () => `${call}.then((file) => file.link([${locals.join(', ')}]))`);
  }
  writeFileSync(file, code);
}

/** Returns the parts that other files take of one, each with its exported name. */
function partsIn(taken) {
  return [...taken].flatMap(([entry, parts]) => parts.map((part, index) => [partName(entry, index), part]));
}

/** Returns the exported name of a value that a lazy file takes. */
function partName(entry, index) {
  return `part_${index}_of_${entry.replace(/^.*\/src\//, '').replace(/\W/g, '_')}`;
}
