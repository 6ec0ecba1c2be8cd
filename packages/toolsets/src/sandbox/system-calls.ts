/** The number of a system call by architecture. Undefined if it has no such call. */
export interface SystemCall {
  readonly x64: number;
  readonly arm64?: number;
}

/**
 * Calls that no command needs and that reach the kernel, other processes or other namespaces. They
 * fail with EPERM.
 *
 * @see https://docs.docker.com/engine/security/seccomp/ for the list that containers use
 */
export const FORBIDDEN_CALLS = {
  // Other processes.
  ptrace: { x64: 101, arm64: 117 },
  process_vm_readv: { x64: 310, arm64: 270 },
  process_vm_writev: { x64: 311, arm64: 271 },
  process_madvise: { x64: 440, arm64: 440 },
  pidfd_getfd: { x64: 438, arm64: 438 },
  kcmp: { x64: 312, arm64: 272 },
  // Mounts and namespaces.
  mount: { x64: 165, arm64: 40 },
  umount2: { x64: 166, arm64: 39 },
  pivot_root: { x64: 155, arm64: 41 },
  chroot: { x64: 161, arm64: 51 },
  open_tree: { x64: 428, arm64: 428 },
  move_mount: { x64: 429, arm64: 429 },
  fsopen: { x64: 430, arm64: 430 },
  fsconfig: { x64: 431, arm64: 431 },
  fsmount: { x64: 432, arm64: 432 },
  fspick: { x64: 433, arm64: 433 },
  mount_setattr: { x64: 442, arm64: 442 },
  unshare: { x64: 272, arm64: 97 },
  setns: { x64: 308, arm64: 268 },
  open_by_handle_at: { x64: 304, arm64: 265 },
  name_to_handle_at: { x64: 303, arm64: 264 },
  // Keys of the kernel, which no namespace separates.
  add_key: { x64: 248, arm64: 217 },
  request_key: { x64: 249, arm64: 218 },
  keyctl: { x64: 250, arm64: 219 },
  // Large parts of the kernel, with a long list of past vulnerabilities.
  bpf: { x64: 321, arm64: 280 },
  userfaultfd: { x64: 323, arm64: 282 },
  perf_event_open: { x64: 298, arm64: 241 },
  io_uring_setup: { x64: 425, arm64: 425 },
  io_uring_enter: { x64: 426, arm64: 426 },
  io_uring_register: { x64: 427, arm64: 427 },
  fanotify_init: { x64: 300, arm64: 262 },
  // The machine.
  kexec_load: { x64: 246, arm64: 104 },
  kexec_file_load: { x64: 320, arm64: 294 },
  init_module: { x64: 175, arm64: 105 },
  finit_module: { x64: 313, arm64: 273 },
  delete_module: { x64: 176, arm64: 106 },
  reboot: { x64: 169, arm64: 142 },
  swapon: { x64: 167, arm64: 224 },
  swapoff: { x64: 168, arm64: 225 },
  acct: { x64: 163, arm64: 89 },
  settimeofday: { x64: 164, arm64: 170 },
  clock_settime: { x64: 227, arm64: 112 },
  sethostname: { x64: 170, arm64: 161 },
  setdomainname: { x64: 171, arm64: 162 },
  syslog: { x64: 103, arm64: 116 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: { x64: 443, arm64: 443 },
  lookup_dcookie: { x64: 212, arm64: 18 },
  iopl: { x64: 172 },
  ioperm: { x64: 173 },
  modify_ldt: { x64: 154 },
  // Memory of other processes and nodes.
  move_pages: { x64: 279, arm64: 239 },
  migrate_pages: { x64: 256, arm64: 238 },
} as const satisfies Record<string, SystemCall>;

/**
 * Calls that fail with ENOSYS, so that programs take another way. The first two would hide their
 * flags from the filter. The others make memory that belongs to no process, which a sum over
 * processes misses.
 */
export const ABSENT_CALLS = {
  clone3: { x64: 435, arm64: 435 },
  openat2: { x64: 437, arm64: 437 },
  memfd_create: { x64: 319, arm64: 279 },
  memfd_secret: { x64: 447, arm64: 447 },
  shmget: { x64: 29, arm64: 194 },
  msgget: { x64: 68, arm64: 186 },
  mq_open: { x64: 240, arm64: 180 },
} as const satisfies Record<string, SystemCall>;

/** Calls that make a process. `clone` is another one, whose flags decide. */
export const PROCESS_CALLS = {
  fork: { x64: 57 },
  vfork: { x64: 58 },
} as const satisfies Record<string, SystemCall>;

/** Calls with the mode of a file, and the place of the mode among their arguments. */
export const MODE_CALLS = {
  chmod: { x64: 90, mode: 1 },
  fchmod: { x64: 91, arm64: 52, mode: 1 },
  fchmodat: { x64: 268, arm64: 53, mode: 2 },
  fchmodat2: { x64: 452, arm64: 452, mode: 2 },
  creat: { x64: 85, mode: 1 },
  mknod: { x64: 133, mode: 1 },
  mknodat: { x64: 259, arm64: 33, mode: 2 },
} as const satisfies Record<string, SystemCall & { readonly mode: number }>;

/** Calls with flags, and a mode as the next argument, which counts if the flags create a file. */
export const OPEN_CALLS = {
  open: { x64: 2, flags: 1 },
  openat: { x64: 257, arm64: 56, flags: 2 },
} as const satisfies Record<string, SystemCall & { readonly flags: number }>;

/** Calls whose arguments decide. */
export const CHECKED_CALLS = {
  clone: { x64: 56, arm64: 220 },
  ioctl: { x64: 16, arm64: 29 },
  socket: { x64: 41, arm64: 198 },
  socketpair: { x64: 53, arm64: 199 },
} as const satisfies Record<string, SystemCall>;
