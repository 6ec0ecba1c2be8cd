import { requireKind } from '@haft/core';
import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { invalidOption } from '../invalid-option.js';
import { withoutApproval } from '../without-approval.js';
import { SkillOptions, type SkillSettings } from './skill-options.js';
import { SkillToolset } from './skill.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/** Settings of {@link skillToolset}. */
export interface SkillToolsetSettings extends SkillSettings {
  /** Which calls a person must approve: those that write, or none. Default: `changes`. */
  readonly approval?: 'changes' | 'none';
}

/**
 * Makes the tools `skill_search` and `skill_read`, and for a store that can be written also
 * `skill_create` and `skill_update`.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid
 * @example skillToolset({ store: new FolderSkillStore({ root: './skills' }) })
 */
export function skillToolset(settings: SkillToolsetSettings): ComposedToolset<Tools> {
  requireKind('The argument of skillToolset()', settings, { methods: [], name: 'settings: { store }' });
  const { approval = 'changes', ...others } = settings;
  const options = new SkillOptions(others);
  const skills = new SkillToolset(options);
  const all = fromInstance(skills, toolsets).withInstructions((run) => skills.describe(run));
  const names: (keyof Tools)[] = ['skill_search', 'skill_read'];
  if (options.store.writer !== undefined) names.push('skill_create', 'skill_update');
  const chosen = all.filter(names);
  switch (approval) {
    case 'changes':
      return chosen;
    case 'none':
      return withoutApproval(chosen);
    default:
      throw invalidOption(
        `skillToolset approval is ${String(approval)}.`,
        "Use 'changes', the default. With 'none', no person sees a change.",
      );
  }
}
