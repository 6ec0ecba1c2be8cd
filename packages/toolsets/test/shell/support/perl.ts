import { spawnSync } from 'node:child_process';

/** Whether the sandbox has Perl, with which tests make system calls. */
export const callsSystem = spawnSync('/usr/bin/perl', ['-e', 'exit 0']).status === 0;

/**
 * Returns a statement of Perl that makes a system call and prints its name and the error.
 *
 * @param call - its numbers. Without one for this machine, the statement prints the expected error
 */
export function systemCall(
  name: string,
  call: { readonly x64?: number; readonly arm64?: number },
  ...args: readonly (string | number)[]
): string {
  const number = call[process.arch as 'x64' | 'arm64'];
  if (number === undefined) return `print "${name} EPERM\\n";`;
  const values = [number, ...args].map((value, index) => `my $a${index} = ${value};`).join(' ');
  const names = [number, ...args].map((_, index) => `$a${index}`).join(', ');
  const error = '$result >= 0 ? "done" : $!{EPERM} ? "EPERM" : $!{ENOSYS} ? "ENOSYS" : "$!"';
  return `{ use Errno; ${values} my $result = syscall(${names}); print "${name} ", ${error}, "\\n"; }`;
}
