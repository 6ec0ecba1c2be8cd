import type { JsonSchema } from '@haft/schema';
import { Code } from './code.js';
import type { Keyword, Site } from './keyword.js';

/** `prefixItems` and `items`. Built items are put into a new array. */
export const items: Keyword = {
  kind: 'array',
  emit(site) {
    const { schema, value, code, mode, emitter } = site;
    const prefix = schema.prefixItems ?? [];
    const rest = schema.items ?? true;
    const building = mode === 'build' && [...prefix, rest].some((one) => emitter.builds(one));
    const built = building ? code.scope.local(`${value}Items`) : undefined;
    if (built !== undefined) code.line(`const ${built} = [];`);
    prefix.forEach((one, index) => {
      emitAt(site, one, index, built);
    });
    if (rest === false && built === undefined) {
      // A tuple that requires all of its items already has a length check.
      if (schema.maxItems === undefined || schema.maxItems > prefix.length)
        code.refuseIf(`${value}.length > ${prefix.length}`);
    } else if (rest === false) code.refuseIf(`${value}.length > ${prefix.length}`);
    else emitRest(site, rest, prefix.length, built);
    return built;
  },
};

function emitAt(
  { schema, value, code, mode, emitter }: Site,
  item: JsonSchema,
  index: number,
  built: string | undefined,
): void {
  const inner = new Code(code.scope);
  const name = code.scope.local(`${value}${index}`);
  const result = emitter.value(item, name, inner, mode);
  if (inner.empty && built === undefined) return;
  const always = (schema.minItems ?? 0) > index && schema.type === 'array';
  const statements = always ? code : new Code(code.scope);
  statements.line(`const ${name} = ${value}[${index}];`);
  statements.append(inner);
  if (built !== undefined) statements.line(`${built}.push(${result});`);
  if (!always) code.nest(`if (${value}.length > ${index})`, statements);
}

function emitRest(
  { value, code, mode, emitter }: Site,
  rest: JsonSchema,
  from: number,
  built: string | undefined,
): void {
  const inner = new Code(code.scope);
  const item = code.scope.local(`${value}Item`);
  const result = emitter.item(rest, item, inner, mode);
  if (inner.empty && built === undefined) return;
  if (built !== undefined) inner.line(`${built}.push(${result});`);
  if (from === 0) {
    code.nest(`for (const ${item} of ${value})`, inner);
    return;
  }
  const index = code.scope.local('index');
  code.block(`for (let ${index} = ${from}; ${index} < ${value}.length; ${index}++)`, (loop) => {
    loop.line(`const ${item} = ${value}[${index}];`);
    loop.append(inner);
  });
}
