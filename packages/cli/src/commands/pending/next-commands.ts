import type { PendingCall } from '../../project/project-pending.js';
import { visibleLine } from '../../output/visible-text.js';

/** Returns the commands that can decide about a call. They name the request that is shown. */
export function nextCommands({ key, state, request }: PendingCall): readonly string[] {
  const command = (action: string, rest = '') => `haft pending ${action} ${quoted(key)}${rest}`;
  const deny = command('deny', ' --reason TEXT');
  if (state === 'unknown_outcome') return [command('done', ' --value JSON'), command('again'), deny];
  if (state !== 'awaiting' || request === undefined) return [];
  switch (request.kind) {
    case 'approval':
      return [command('approve', ` --request ${quoted(request.id)}`), deny];
    case 'input':
      return [command('supply', ` --request ${quoted(request.id)} --values JSON`), deny];
    case 'external':
      return [
        command('result', ' --value JSON'),
        command('fail', ' --reason TEXT'),
        command('retry', ' --reason TEXT'),
        deny,
      ];
  }
}

/** Returns the command that shows a call. */
export function showCommand(key: string): string {
  return `haft pending show ${quoted(key)}`;
}

/** Returns a text as one word of a shell. */
function quoted(word: string): string {
  const text = visibleLine(word);
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
