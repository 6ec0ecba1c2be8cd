// Writes one page for each entry point of the packages into `pages/api`, from their sources.
import { join } from 'node:path';
import { Application, Comment, Converter } from 'typedoc';
import { entries, root } from './entries.mjs';

const app = await Application.bootstrapWithPlugins({
  plugin: ['typedoc-plugin-markdown'],
  name: 'API',
  outputs: [{ name: 'markdown', path: join(import.meta.dirname, 'pages/api') }],
  entryPoints: entries.map(({ file }) => file),
  tsconfig: join(root, 'site/tsconfig.json'),
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
  parametersFormat: 'list',
  propertiesFormat: 'list',
  pageTitleTemplates: { module: '{name}', index: 'API' },
});
// TypeDoc names a module after its file. A reader knows it by what an import says.
app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
  const file = context.getSymbolFromReflection(reflection)?.declarations?.[0]?.getSourceFile().fileName;
  const entry = entries.find((one) => one.file === file);
  if (entry === undefined || reflection.parent !== context.project) return;
  reflection.name = entry.name;
  if (entry.comment !== '') reflection.comment = new Comment([{ kind: 'text', text: entry.comment }]);
});
const project = await app.convert();
if (project === undefined) process.exit(1);
await app.generateOutputs(project);
