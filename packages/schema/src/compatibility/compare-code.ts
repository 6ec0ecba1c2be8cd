import type { Compatibility, ComparedSettings, DefinitionChange } from './definition-change.js';
import { toolChange } from './tool-change.js';

/** The settings that are code. Definitions have only its names. */
export type CodeName = 'validate' | 'prepare' | 'interceptors' | 'mapErrors' | 'narrowInput' | 'supersedes';

/**
 * Compares the names of the code around the calls of a tool. The code itself is unknown, so code
 * with another name counts as one that is gone and one that is new.
 */
export function compareCode(
  tool: string,
  before: ComparedSettings,
  after: ComparedSettings,
): readonly DefinitionChange[] {
  return NAMES.flatMap((name): readonly DefinitionChange[] => {
    const { label, added, gone } = CODE[name];
    const [old, now] = [before[name] ?? [], after[name] ?? []];
    const [lost, gained] = [rest(old, now), rest(now, old)];
    if (lost.length + gained.length > 0)
      return [
        ...lost.map((one) => toolChange(tool, gone.compatibility, `${label} ${one} is gone: ${gone.effect}`)),
        ...gained.map((one) => toolChange(tool, added.compatibility, `${label} ${one} is new: ${added.effect}`)),
      ];
    if (old.every((one, index) => one === now[index])) return [];
    return [toolChange(tool, 'info', `the order became ${now.join(', ')}: ${label} ${now[0] ?? ''} comes first now`)];
  });
}

/** The effect of code on callers, and of its absence. */
interface Meaning {
  readonly label: string;
  readonly added: { readonly compatibility: Compatibility; readonly effect: string };
  readonly gone: { readonly compatibility: Compatibility; readonly effect: string };
}

/**
 * New code that may reject calls is a note: the method could do the same, and its code is unknown
 * too. Code that is gone may have been a guarantee, such as a check of permissions.
 */
const CODE: Readonly<Record<CodeName, Meaning>> = {
  validate: {
    label: 'the check',
    added: { compatibility: 'info', effect: 'it may reject calls' },
    gone: { compatibility: 'breaking', effect: 'calls that it rejected may be executed now' },
  },
  prepare: {
    label: 'the prepare function',
    added: { compatibility: 'info', effect: 'it may change or hide the definition' },
    gone: { compatibility: 'breaking', effect: 'a definition that it changed or hid may be visible now' },
  },
  interceptors: {
    label: 'the interceptor',
    added: { compatibility: 'info', effect: 'it may change calls and outcomes' },
    gone: { compatibility: 'breaking', effect: 'calls that it changed or rejected may be executed now' },
  },
  // A call with such an error fails in both cases.
  mapErrors: {
    label: 'the text for the error',
    added: { compatibility: 'info', effect: 'the model reads another text' },
    gone: { compatibility: 'info', effect: 'the model reads another text' },
  },
  // A value must be valid against the narrowed schema too.
  narrowInput: {
    label: 'the narrowing of user input by',
    added: { compatibility: 'breaking', effect: 'values of the user may be rejected now' },
    gone: { compatibility: 'compatible', effect: 'values that it rejected are accepted now' },
  },
  supersedes: {
    label: 'the key of obsolete results',
    added: { compatibility: 'compatible', effect: 'obsolete results can leave a history' },
    gone: { compatibility: 'breaking', effect: 'obsolete results stay in a history now' },
  },
};

const NAMES = Object.keys(CODE) as readonly CodeName[];

/** Returns the names that are left without those of another list. A name may occur twice. */
function rest(names: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return names.filter((name) => {
    const index = left.indexOf(name);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
