import type { Participant } from '../participant.js';
import type { Methods } from '../shapes/methods.js';
import type { Shape } from '../shapes/shapes.js';
import { checkL } from './check-l.js';
import { checkM } from './check-m.js';
import { checkS } from './check-s.js';
import type { Problem } from './problems.js';

export const handChecks: Readonly<Record<Shape, (value: unknown) => readonly Problem[] | undefined>> = {
  S: checkS,
  M: checkM,
  L: checkL,
};

/** Returns the minimal work: parse, check by hand, await the method, write the result. */
export function floor(methods: Methods): Participant {
  return {
    name: 'floor: parse, hand-written check, method, stringify',
    callFor: (shape) => {
      const check = handChecks[shape];
      const method = methods[shape] as (args: unknown) => Promise<unknown>;
      return async (text) => {
        const args = JSON.parse(text) as unknown;
        const problems = check(args);
        if (problems !== undefined) return `Fix the errors: ${JSON.stringify(problems)}`;
        return JSON.stringify(await method(args));
      };
    },
  };
}
