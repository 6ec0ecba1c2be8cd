/**
 * Returns code that defines `system_call(number, *args)`, which returns 'done' or the name of the
 * error.
 */
export const SYSTEM_CALL = `
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
def system_call(number, *args):
    ctypes.set_errno(0)
    done = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
    return "done" if done >= 0 else errno.errorcode[ctypes.get_errno()]
`;

/** Returns an expression with the results of system calls by name, made without arguments. */
export function triedCalls(
  calls: Readonly<Record<string, { readonly x64?: number; readonly arm64?: number }>>,
): string {
  const numbers = Object.entries(calls).flatMap(([name, call]) => {
    const number = call[process.arch as 'x64' | 'arm64'];
    return number === undefined ? [] : [`"${name}": system_call(${number}, 0, 0, 0, 0, 0, 0)`];
  });
  return `{${numbers.join(', ')}}`;
}
