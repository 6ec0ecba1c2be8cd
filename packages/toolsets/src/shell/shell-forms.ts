import { take, type ReadForm } from '../with-forms.js';

/** Reads a command as a list: `{ "command": ["git", "log"] }`. */
const runForm: ReadForm = (given) => {
  const left = new Map(Object.entries(given));
  const [command, ...args] = listOf(take(left, ['command']));
  return command === undefined || left.has('args') ? undefined : { ...Object.fromEntries(left), command, args };
};

/** Reads the script of a shell: `{ "command": ["bash", "-lc", "ls | wc -l"] }`. */
const scriptForm: ReadForm = (given) => {
  const left = new Map(Object.entries(given));
  const [shell = '', flag = '', script, ...others] = listOf(take(left, ['script']));
  const isScript = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/.test(shell) && /^-[a-z]*c$/.test(flag);
  return isScript && others.length === 0 ? { ...Object.fromEntries(left), script } : undefined;
};

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : [];
}

/** The forms by the tool that reads them. */
export const SHELL_FORMS = { shell_run: runForm, shell_script: scriptForm };
