/*
 * One cold process: the output of typescript-json-schema for the DTOs and interfaces of a project.
 */
import { createRequire } from 'node:module';
import type * as Library from 'typescript-json-schema';

const reflector = createRequire(new URL('../../../reflector/package.json', import.meta.url));
const library = reflector('typescript-json-schema') as typeof Library;
const program = library.programFromConfig(process.argv[2] ?? 'tsconfig.json');
const generator = library.buildGenerator(program, { required: true, ref: true, ignoreErrors: true });
if (generator === null) throw new Error('typescript-json-schema could not read the project');
const names = generator.getUserSymbols().filter((name) => /^(Create)?Subject\d+(Dto|Filter|Page|Priority)$/.test(name));
let characters = 0;
for (const name of names) characters += JSON.stringify(generator.getSchemaForSymbol(name)).length;
console.log(JSON.stringify({ types: names.length, characters }));
