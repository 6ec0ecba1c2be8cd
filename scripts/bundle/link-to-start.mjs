// Links lazily imported files to the start file. A lazy file lists the values that it needs. The
// start hands them over when it imports the file. Imports between the two would make the bundler of
// an application move all shared code to a third file, which every start must find, read and link.
import { readFileSync, writeFileSync } from 'node:fs';

const LINK = 'linked:';

/** Leaves out the sources of the start, and keeps their imports for {@link takeParts}. */
export function sharedWith(inStart) {
  return {
    name: 'shared-with-start',
    setup({ onResolve, resolve: resolveAgain }) {
      onResolve({ filter: /^@haft\/core$/ }, () => ({ path: `${LINK}@haft/core`, external: true }));
      onResolve({ filter: /^(\.|@haft\/schema)/ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData === LINK) return undefined;
        const { path: source, external } = await resolveAgain(path, { kind, resolveDir, pluginData: LINK });
        return external || !inStart.has(source) ? undefined : { path: LINK + source, external: true };
      });
    },
  };
}

/**
 * Makes a built lazy file one function, `link`, that takes the imported values and returns the
 * exports.
 *
 * @returns the values that the file needs, in the order in which `link` takes them
 */
export function takeParts(file) {
  const parts = [];
  const locals = [];
  let exported = '';
  const code = readFileSync(file, 'utf8')
    .replace(/^import \{([^}]*)\} from "linked:([^"]+)";\n/gm, (_all, names, source) => {
      for (const [name, local] of namesIn(names)) {
        parts.push({ name, source });
        locals.push(local);
      }
      return '';
    })
    .replace(/^export \{([^}]*)\};\n/m, (_all, names) => {
      exported = namesIn(names)
        .map(([local, name]) => `${name}: ${local}`)
        .join(', ');
      return '';
    });
  if (/^(import|export)\b[^(]/m.test(code))
    throw new Error(`${file} has an import that cannot be linked to the start.`);
  writeFileSync(file, `export function link([${locals.join(', ')}]) {\n${code}\nreturn { ${exported} };\n}\n`);
  return parts;
}

/** Returns the names of an import or export, each with its other name. */
function namesIn(list) {
  return list.split(',').map((text) => {
    const [name, other = name] = text.trim().split(' as ');
    return [name, other];
  });
}

/** Adds exports to the start that name the values of its lazy files. `linkParts` drops them. */
export function importParts(entry, parts) {
  return {
    name: 'parts',
    setup({ onLoad }) {
      onLoad({ filter: /[/\\]index\.ts$/ }, ({ path }) => {
        if (path !== entry) return undefined;
        // Behind all other imports, so that the order of the sources stays.
        const added = allParts(parts).map(
          ({ name, source }, index) => `export { ${name} as ${partName(index)} } from ${JSON.stringify(source)};`,
        );
        return { contents: [readFileSync(path, 'utf8'), ...added].join('\n'), loader: 'ts' };
      });
    },
  };
}

/** Lets the built start hand its values to each lazy file that it imports. */
export function linkParts(file, parts, importedAs) {
  let code = readFileSync(file, 'utf8');
  const locals = allParts(parts).map((_part, index) => {
    const found = new RegExp(`^ {2}(\\S+) as ${partName(index)}(,?\\n)`, 'm').exec(code);
    if (found === null) throw new Error(`${file} does not export the value ${index} of its lazy files.`);
    code = code.replace(found[0], '');
    return found[1];
  });
  let first = 0;
  for (const [entry, { length }] of parts) {
    const call = `import("${importedAs(entry)}")`;
    if (code.split(call).length !== 2) throw new Error(`${file} must have one ${call}.`);
    const list = locals.slice(first, first + length).join(', ');
    code = code.replace(call, () => `${call}.then((file) => file.link([${list}]))`);
    first += length;
  }
  writeFileSync(file, code);
}

function allParts(parts) {
  return [...parts.values()].flat();
}

function partName(index) {
  return `part_${index}_of_start`;
}
