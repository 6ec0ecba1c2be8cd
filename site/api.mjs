// Writes one page for each entry point of the packages into `pages/api`, from their sources.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, Comment, CommentTag, Converter } from 'typedoc';
import { entries, root, sources } from './entries.mjs';
import { ELSEWHERE, GROUP_ORDER, groupOfFew, useOf } from './uses.mjs';

const out = join(import.meta.dirname, 'pages/api');
const app = await Application.bootstrapWithPlugins({
  plugin: ['typedoc-plugin-markdown'],
  name: 'API',
  outputs: [{ name: 'markdown', path: out }],
  entryPoints: entries.map(({ file }) => file),
  sortEntryPoints: false,
  groupOrder: GROUP_ORDER,
  tsconfig: join(root, 'site/tsconfig.json'),
  // Sources need no build, and what two entry points export is one symbol: one page describes it.
  compilerOptions: { paths: Object.fromEntries([...sources].map(([name, file]) => [name, [file]])) },
  skipErrorChecking: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  disableSources: true,
  readme: 'none',
  logLevel: 'Error',
  router: 'module',
  entryFileName: 'README',
  hideBreadcrumbs: true,
  hidePageHeader: true,
  useCodeBlocks: true,
  // TypeDoc numbers equal headings in another way than VitePress.
  useHTMLAnchors: true,
  anchorPrefix: 'api-',
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  tableColumnSettings: { hideModifiers: true },
  pageTitleTemplates: { module: '{name}', index: 'API' },
});

/** Groups with fewer exports have no heading. */
const FEW = 3;

/** The source file of an export. */
const fileOf = (context, reflection) =>
  context.getSymbolFromReflection(reflection)?.declarations?.[0]?.getSourceFile().fileName;

// TypeDoc names a module after its file. A reader knows it by what an import says.
app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
  if (reflection.parent !== context.project) return;
  const entry = entries.find(({ file }) => file === fileOf(context, reflection));
  reflection.name = entry.name;
  if (entry.comment !== '') reflection.comment = new Comment([{ kind: 'text', text: entry.comment }]);
});
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
  for (const module of context.project.children) {
    const uses = (module.children ?? []).map((one) =>
      one.isReference() ? ELSEWHERE : useOf(one.name, fileOf(context, one), sources.get(module.name)),
    );
    module.children?.forEach((one, index) => {
      const isFew = uses.filter((use) => use === uses[index]).length < FEW;
      const text = isFew && uses[index] !== ELSEWHERE ? groupOfFew(uses[index]) : uses[index];
      one.comment ??= new Comment();
      one.comment.blockTags.push(new CommentTag('@group', [{ kind: 'text', text }]));
    });
  }
});
const project = await app.convert();
if (project === undefined) process.exit(1);
rmSync(out, { recursive: true, force: true });
await app.generateOutputs(project);

const line = ({ name, comment }) => `- [${name}](${name}.md): ${comment.split('\n\n')[0].replace(/\n/g, ' ')}`;
writeFileSync(
  join(out, 'README.md'),
  `# API\n\nThe entry points of all packages.\n\n${entries.map(line).join('\n')}\n`,
);
for (const { name } of entries) {
  const file = join(out, `${name}.md`);
  const text = readFileSync(file, 'utf8').replace(/ - (?=\|)/g, '  ');
  const [described, others] = text.split(`## ${ELSEWHERE}\n`);
  const links = [...(others ?? '').matchAll(/^(?:Renames and re|Re)-exports (\[.*\)\S*)/gm)].map(
    ([, link]) => `- ${link}\n`,
  );
  writeFileSync(file, links.length === 0 ? text : `${described}## ${ELSEWHERE}\n\n${links.join('')}`);
}
