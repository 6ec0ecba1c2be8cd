import { memberOf, quote } from '../literal.js';
import type { JsonSchema } from '@haft/schema';
import { tagsOf } from './discriminator.js';
import type { Keyword, Site } from './keyword.js';

/** `oneOf`: by the tag of `discriminator`, or by trying every branch. */
export const oneOf: Keyword = {
  emit(site) {
    const { schema, value, code, mode, emitter } = site;
    const branches = schema.oneOf ?? [];
    const tag = schema.discriminator?.propertyName;
    const tags = tag === undefined ? undefined : tagsOf(branches, tag, (one) => emitter.resolve(one));
    if (tag !== undefined && tags !== undefined) return emitSwitch(site, tag, branches, tags);
    const accepted = branches.map((one) => `(${emitter.acceptance(one, value)} ? 1 : 0)`);
    code.refuseIf(`${accepted.join(' + ')} !== 1`);
    if (mode === 'check' || !branches.some((one) => emitter.builds(one))) return undefined;
    const built = code.scope.local(`${value}Value`);
    const [first, ...others] = branches.map((one) => emitter.builtOrUndefined(one, value));
    code.line(`let ${built} = ${first};`);
    for (const one of others) code.line(`if (${built} === undefined) ${built} = ${one};`);
    code.refuseIf(`${built} === undefined`);
    return built;
  },
};

function emitSwitch(
  { value, code, mode, emitter }: Site,
  tag: string,
  branches: readonly JsonSchema[],
  tags: readonly (readonly (string | number | boolean)[])[],
): string | undefined {
  code.refuseIf(`!${emitter.helper('isObject')}(${value})`);
  const building = mode === 'build' && branches.some((one) => emitter.builds(one));
  const built = building ? code.scope.local(`${value}Value`) : undefined;
  if (built !== undefined) code.line(`let ${built};`);
  code.block(`switch (${memberOf(value, tag)})`, (cases) => {
    branches.forEach((branch, index) => {
      const labels = (tags[index] ?? [])
        .map((one) => `case ${typeof one === 'string' ? quote(one) : String(one)}:`)
        .join(' ');
      if (built !== undefined) cases.line(`${labels} ${built} = ${emitter.builtOrUndefined(branch, value)}; break;`);
      else cases.line(`${labels} if (${emitter.refusal(branch, value)}) ${code.scope.refuse} break;`);
    });
    cases.line(`default: ${code.scope.refuse}`);
  });
  if (built !== undefined) code.refuseIf(`${built} === undefined`);
  return built;
}
