import { HaftError, requireKind } from '@haft/core';
import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { FileOptions, type FileSettings } from './file-options.js';
import { FILE_FORMS } from './file-forms.js';
import { FileToolset } from './file.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';
import { withForms } from '../with-forms.js';
import { withoutApproval } from '../without-approval.js';

/** Settings of {@link fileToolset}. */
export interface FileToolsetSettings extends FileSettings {
  /**
   * Which calls a person must approve: those of `file_move` and `file_delete`, all that change
   * something, or none. Default `destructive`.
   */
  readonly approval?: 'destructive' | 'changes' | 'none';
  /** Whether the model takes images, sounds or PDFs: adds `file_view`. Default false. */
  readonly media?: boolean;
}

const READING = ['file_read', 'file_list', 'file_search'] as const;
const CHANGING = ['file_write', 'file_edit', 'file_move', 'file_delete'] as const;

/**
 * Makes the file tools of one root, or of several named roots. If all roots are read-only, the
 * tools that change something are left out.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid, HAFT_UNCONFINED if the platform
 *   cannot confine the tools
 * @example createRuntime({ toolsets: [toolsets, fileToolset({ root: '/srv/work' })] })
 */
export function fileToolset(settings: FileToolsetSettings): ComposedToolset<Tools> {
  requireKind('The argument of fileToolset()', settings, {
    methods: [],
    name: "settings, such as { root: '/srv/work' }",
  });
  const { approval = 'destructive', media = false, ...others } = settings;
  const options = new FileOptions(others);
  const names: (keyof Tools)[] = [...READING];
  if (!options.readOnly) names.push(...CHANGING);
  if (media) names.push('file_view');
  const chosen = withForms(fromInstance(new FileToolset(options), toolsets), FILE_FORMS).filter(names);
  switch (approval) {
    case 'destructive':
      return chosen;
    case 'changes':
      return options.readOnly ? chosen : chosen.requireApproval(['file_write', 'file_edit']);
    case 'none':
      return withoutApproval(chosen);
    default:
      throw new HaftError('HAFT_INVALID_OPTION', `fileToolset approval is ${String(approval)}.`, {
        hint: "Use 'changes' for approval of every change, or 'destructive', the default. With 'none', no person sees a change.",
      });
  }
}
