import { readdirSync, readFileSync } from 'node:fs';

let inherited: readonly number[] | undefined;

/**
 * Returns the descriptors from `first` on that this process passes to every child. Node opens all
 * files without that. But it leaves descriptors that it got from its parent, if their numbers are
 * high, so that a command would get them too.
 */
export function inheritedDescriptors(first: number): readonly number[] {
  inherited ??= readdirSync('/proc/self/fd').map(Number).filter(isInherited);
  return inherited.filter((descriptor) => descriptor >= first);
}

function isInherited(descriptor: number): boolean {
  try {
    const [, flags = ''] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
    return flags !== '' && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // The descriptor of the list itself is closed by now.
    return false;
  }
}

const O_CLOEXEC = 0o2000000;
