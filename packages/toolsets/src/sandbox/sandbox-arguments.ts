import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import type { NamedRoot } from '../named-roots.js';

/** The folder of the roots in the sandbox. */
export const WORKSPACE = '/workspace';

/** Everything that a sandbox shows to its commands. */
export interface SandboxView {
  readonly roots: readonly NamedRoot[];
  readonly mounts: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly network: boolean;
  readonly maxMemoryBytes: number;
}

/**
 * Returns the options of bubblewrap, without its descriptors and the command.
 *
 * The command runs as user 1000 of a new user namespace without capabilities. It is the first
 * process of a new process namespace: if it ends, the kernel ends all others.
 */
export function sandboxArguments(view: SandboxView, { sizes }: { readonly sizes: boolean }): readonly string[] {
  const size = sizes ? ['--size', String(view.maxMemoryBytes)] : [];
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(view.network ? [] : ['--unshare-net']),
    ...['--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL', '--hostname', 'sandbox'],
    ...['--as-pid-1', '--die-with-parent', '--new-session'],
    ...['--ro-bind', '/usr', '/usr', ...LINKED_FOLDERS.flatMap(showLinked)],
    ...[...ETC, ...(view.network ? ETC_OF_NETWORK : [])].flatMap((path) => ['--ro-bind-try', path, path]),
    ...view.mounts.flatMap((path) => ['--ro-bind', path, path]),
    ...['--proc', '/proc', ...HIDDEN_PROC.filter((path) => existsSync(path)).flatMap(hideProc)],
    // bubblewrap leaves /proc/sys writable for root, which needs no capability to change it.
    ...['--remount-ro', '/proc'],
    ...['--dev', '/dev', ...size, '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...[...size, '--tmpfs', '/tmp'],
    ...view.roots.flatMap(({ name, path, readOnly }) => [
      readOnly ? '--ro-bind' : '--bind',
      path,
      name === '' ? WORKSPACE : `${WORKSPACE}/${name}`,
    ]),
    // Last, because bubblewrap creates the places of mounts in the root.
    ...['--remount-ro', '/'],
    ...Object.entries(view.env).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
}

/** Folders that are links into `/usr` on most systems. */
const LINKED_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

function showLinked(path: string): string[] {
  try {
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  } catch {
    return [];
  }
}

/** Files that programs need and that hold no secret. */
const ETC = [
  '/etc/alternatives',
  '/etc/ca-certificates',
  '/etc/host.conf',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/etc/mime.types',
  '/etc/nsswitch.conf',
  '/etc/pki/ca-trust/extracted',
  '/etc/pki/tls/certs',
  '/etc/protocols',
  '/etc/services',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
];

const ETC_OF_NETWORK = ['/etc/gai.conf', '/etc/hosts', '/etc/resolv.conf'];

/** Facts about the machine, which containers hide too. */
const HIDDEN_PROC = [
  '/proc/acpi',
  '/proc/asound',
  '/proc/config.gz',
  '/proc/driver',
  '/proc/fs',
  '/proc/interrupts',
  '/proc/kallsyms',
  '/proc/kcore',
  '/proc/key-users',
  '/proc/keys',
  '/proc/kmsg',
  '/proc/latency_stats',
  '/proc/pressure',
  '/proc/sched_debug',
  '/proc/scsi',
  '/proc/slabinfo',
  '/proc/timer_list',
  '/proc/vmallocinfo',
];

function hideProc(path: string): string[] {
  return lstatSync(path).isDirectory() ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path];
}
