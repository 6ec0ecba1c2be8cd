import { grouped } from './code.js';
import type { Keyword } from './keyword.js';

/** `anyOf`: the first branch that the value matches builds it. */
export const anyOf: Keyword = {
  emit({ schema, value, code, mode, emitter }) {
    const branches = schema.anyOf ?? [];
    if (mode === 'check' || !branches.some((one) => emitter.builds(one))) {
      const refusals = branches.map((one) => emitter.refusal(one, value));
      if (!refusals.includes('false')) code.refuseIf(refusals.map(grouped).join(' && '));
      return undefined;
    }
    const built = code.scope.local(`${value}Value`);
    const [first, ...others] = branches.map((one) => emitter.builtOrUndefined(one, value));
    code.line(`let ${built} = ${first};`);
    for (const one of others) code.line(`if (${built} === undefined) ${built} = ${one};`);
    code.refuseIf(`${built} === undefined`);
    return built;
  },
};
