import type { Instructions } from 'ai';

/** Adds the instructions of a run to those of a step, once. */
export function withInstructions(given: Instructions | undefined, own: string): Instructions | undefined {
  if (own === '') return given;
  if (given === undefined || given === '') return own;
  if (typeof given === 'string') return given.includes(own) ? given : `${given}\n\n${own}`;
  const list = Array.isArray(given) ? given : [given];
  return list.some(({ content }) => content === own) ? given : [...list, { role: 'system', content: own }];
}
