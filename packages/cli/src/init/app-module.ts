const IMPORTS = `import { HaftModule } from '@haft/nestjs';
import { TodoModule } from './todo/todo.module.js';
import { toolsets } from './toolsets.gen.js';
`;
const MODULES = ['HaftModule.forRoot({ toolsets })', 'TodoModule'];

/**
 * Returns the root module of a NestJS application with imports of `HaftModule` and of the module of
 * the first toolset.
 *
 * @param source - `src/app.module.ts`
 * @param style - the ending of relative imports in the project
 * @returns undefined if the file has another form than `nest new` gives it, or already uses Haft
 */
export function withHaftModule(source: string, style: '.js' | ''): string | undefined {
  if (source.includes('@haft/nestjs')) return undefined;
  const decorators = [...source.matchAll(/^@Module\(\{\n/gm)];
  const importsEnd = endOfImports(source);
  const [decorator] = decorators;
  if (decorators.length !== 1 || decorator === undefined || importsEnd === undefined) return undefined;
  const bodyStart = decorator.index + decorator[0].length;
  const body = withModules(source.slice(bodyStart));
  if (body === undefined || importsEnd > bodyStart) return undefined;
  const imports = style === '.js' ? IMPORTS : IMPORTS.replaceAll(".js'", "'");
  return source.slice(0, importsEnd) + imports + source.slice(importsEnd, bodyStart) + body;
}

/** Returns the position after the last import, or undefined if there is none. */
function endOfImports(source: string): number | undefined {
  const start = `\n${source}`.lastIndexOf('\nimport ');
  const end = start === -1 ? -1 : source.indexOf(';\n', start);
  return end === -1 ? undefined : end + 2;
}

/**
 * Returns the body with the two modules in `imports`, or undefined if it has another form.
 *
 * @param body - the text after `@Module({`
 */
function withModules(body: string): string | undefined {
  const end = body.search(/^\}\)/m);
  const properties = body.slice(0, end);
  const lists = [...properties.matchAll(/^ {2}imports: \[(\s*)/gm)];
  const [list] = lists;
  if (end === -1 || lists.length > 1) return undefined;
  if (list === undefined)
    return properties.includes('imports') ? undefined : `  imports: [${MODULES.join(', ')}],\n${body}`;
  const at = list.index + list[0].length;
  const gap = list[1] === '' ? ' ' : (list[1] ?? '');
  const isEmpty = properties.slice(at).startsWith(']');
  return `${body.slice(0, at)}${MODULES.join(`,${gap}`)}${isEmpty ? '' : `,${gap}`}${body.slice(at)}`;
}
