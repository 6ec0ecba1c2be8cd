import type { Keyword } from './keyword.js';

/** `$ref`: a separate function, so that recursion is a call. */
export const reference: Keyword = {
  emit({ schema, value, code, mode, emitter }) {
    const pointer = schema.$ref ?? '#';
    const target = emitter.resolve(schema);
    if (mode === 'check' || target === undefined || !emitter.builds(target)) {
      code.refuseIf(`!${emitter.referenced(pointer, 'check')}(${value})`);
      return undefined;
    }
    const built = code.scope.local(`${value}Value`);
    code.line(`const ${built} = ${emitter.referenced(pointer, 'build')}(${value});`);
    code.refuseIf(`${built} === undefined`);
    return built;
  },
};
