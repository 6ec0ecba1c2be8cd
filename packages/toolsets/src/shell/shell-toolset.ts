import { requireKind } from '@haft/core';
import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { invalidOption } from '../invalid-option.js';
import { withForms } from '../with-forms.js';
import { withoutApproval } from '../without-approval.js';
import { ShellOptions, type ShellSettings } from './shell-options.js';
import { SHELL_FORMS } from './shell-forms.js';
import { ShellToolset } from './shell.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/** Settings of {@link shellToolset}. */
export interface ShellToolsetSettings extends ShellSettings {
  /**
   * Which calls a person must approve: `all` or `none`. Without a sandbox, all need an approval.
   * Default `all`.
   */
  readonly approval?: 'all' | 'none';
}

/**
 * Makes the tool `shell_run`, and `shell_script` with `allowScript`. Commands run in bubblewrap:
 * they change only the roots, have no network, and end with the call.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid, HAFT_NO_SANDBOX if bubblewrap
 *   cannot run commands here and `unsafe` is not set
 * @example createRuntime({ toolsets: [toolsets, shellToolset({ root: '/srv/work' })] })
 */
export function shellToolset(settings: ShellToolsetSettings): ComposedToolset<Tools> {
  requireKind('The argument of shellToolset()', settings, {
    methods: [],
    name: "settings, such as { root: '/srv/work' }",
  });
  const { approval = 'all', ...others } = settings;
  if (!['all', 'none'].includes(approval))
    throw invalidOption(
      `shellToolset approval is ${approval}.`,
      "Use 'all', so that a person approves each command. With 'none', no person sees a command.",
    );
  const options = new ShellOptions(others);
  const names: (keyof Tools)[] = options.allowScript ? ['shell_run', 'shell_script'] : ['shell_run'];
  const chosen = withForms(fromInstance(new ShellToolset(options), toolsets), SHELL_FORMS).filter(names);
  return approval === 'all' || options.sandbox === undefined ? chosen : withoutApproval(chosen);
}
