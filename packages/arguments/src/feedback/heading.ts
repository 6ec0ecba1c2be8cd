import { kindAndName } from '@haft/core/internal';

/**
 * Returns the first line of a prompt about invalid arguments. The reader is a model if the name is
 * of a tool. Clients read the others.
 *
 * @param inRun - the name in the run
 */
export function headingOf(inRun: string): string {
  const { kind, name } = kindAndName(inRun);
  return `${kind === 'tool' ? 'Tool call validation' : 'Validation'} failed for ${kind} '${name}':`;
}
