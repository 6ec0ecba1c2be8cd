import {
  ABSENT_CALLS,
  CHECKED_CALLS,
  FORBIDDEN_CALLS,
  MODE_CALLS,
  OPEN_CALLS,
  PROCESS_CALLS,
  type SystemCall,
} from './system-calls.js';

/**
 * Returns a seccomp filter for bubblewrap: a program of the classic BPF, as `struct sock_filter`.
 *
 * @param arch - as `process.arch`
 * @param settings - `oneProcess`: whether it also rejects new processes. Threads are allowed.
 * @returns undefined if the numbers of the system calls are not known for `arch`
 * @see https://www.kernel.org/doc/html/latest/userspace-api/seccomp_filter.html
 */
export function seccompFilter(arch: string, { oneProcess = false } = {}): Buffer | undefined {
  if (arch !== 'x64' && arch !== 'arm64') return undefined;
  const numbers = (calls: Readonly<Record<string, SystemCall>>): number[] =>
    Object.values(calls).flatMap((call) => call[arch] ?? []);
  const rejectSetId = (place: number): Instruction[] => [
    load(OFFSET.argument(place)),
    ...ifAnyBit(SET_ID, [fail(EPERM)]),
    ret(ALLOW),
  ];
  const program: Instruction[] = [
    // A 32-bit program has other numbers for the same calls.
    load(OFFSET.arch),
    ...unlessEqual(AUDIT_ARCH[arch], ret(KILL_PROCESS)),
    load(OFFSET.number),
    // The x32 interface has the same calls under other numbers.
    ...(arch === 'x64' ? ifAtLeast(X32_BIT, fail(ENOSYS)) : []),
    ...numbers(FORBIDDEN_CALLS).flatMap((number) => ifEqual(number, [fail(EPERM)])),
    ...(oneProcess ? numbers(PROCESS_CALLS).flatMap((number) => ifEqual(number, [fail(EPERM)])) : []),
    ...numbers(ABSENT_CALLS).flatMap((number) => ifEqual(number, [fail(ENOSYS)])),
    ...ifEqual(CHECKED_CALLS.clone[arch], [
      load(OFFSET.argument(0)),
      ...ifAnyBit(NEW_NAMESPACES, [fail(EPERM)]),
      ...(oneProcess ? unlessAnyBit(CLONE_THREAD, fail(EPERM)) : []),
      ret(ALLOW),
    ]),
    // A program of this user with such a bit would give its rights to every user of the host.
    ...Object.values<SystemCall & { readonly mode: number }>(MODE_CALLS).flatMap((call) =>
      numbers({ call }).flatMap((number) => ifEqual(number, rejectSetId(call.mode))),
    ),
    ...Object.values<SystemCall & { readonly flags: number }>(OPEN_CALLS).flatMap((call) =>
      numbers({ call }).flatMap((number) =>
        ifEqual(number, [
          load(OFFSET.argument(call.flags)),
          ...ifAnyBit(CREATES_FILE, rejectSetId(call.flags + 1)),
          ret(ALLOW),
        ]),
      ),
    ),
    ...ifEqual(CHECKED_CALLS.ioctl[arch], [
      load(OFFSET.argument(1)),
      ...TERMINAL_INPUT.flatMap((request) => ifEqual(request, [fail(EPERM)])),
      ret(ALLOW),
    ]),
    ...[CHECKED_CALLS.socket[arch], CHECKED_CALLS.socketpair[arch]].flatMap((number) =>
      ifEqual(number, [
        load(OFFSET.argument(0)),
        ...SOCKET_FAMILIES.flatMap((family) => ifEqual(family, [ret(ALLOW)])),
        fail(EAFNOSUPPORT),
      ]),
    ),
    ret(ALLOW),
  ];
  return Buffer.concat(program.map(encode));
}

/** One `struct sock_filter`. */
interface Instruction {
  readonly code: number;
  /** Instructions to skip if the comparison is true, and if it is false. */
  readonly jumps?: readonly [number, number];
  readonly value: number;
}

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

const AUDIT_ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 };
const X32_BIT = 0x40000000;

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const NEW_NAMESPACES = 0x7e020000;

const CLONE_THREAD = 0x00010000;

/** S_ISUID and S_ISGID. */
const SET_ID = 0o6000;

/** O_CREAT and the bit of O_TMPFILE. */
const CREATES_FILE = 0x400040;

/** TIOCSTI and TIOCLINUX put characters into the input of a terminal. */
const TERMINAL_INPUT = [0x5412, 0x541c];

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. No namespace separates AF_VSOCK and AF_ALG. */
const SOCKET_FAMILIES = [1, 2, 10, 16];

const KILL_PROCESS = 0x80000000;
const ERRNO = 0x00050000;
const ALLOW = 0x7fff0000;

/** Places in `struct seccomp_data`, on little-endian machines. An argument is its low half. */
const OFFSET = { number: 0, arch: 4, argument: (index: number) => 16 + 8 * index };

const load = (offset: number): Instruction => ({ code: 0x20, value: offset });
const ret = (value: number): Instruction => ({ code: 0x06, value });
const fail = (errno: number): Instruction => ret(ERRNO | errno);

const ifEqual = (value: number, then: readonly Instruction[]): Instruction[] => [
  { code: 0x15, jumps: [0, then.length], value },
  ...then,
];

const unlessEqual = (value: number, then: Instruction): Instruction[] => [{ code: 0x15, jumps: [1, 0], value }, then];
const ifAtLeast = (value: number, then: Instruction): Instruction[] => [{ code: 0x35, jumps: [0, 1], value }, then];
const ifAnyBit = (value: number, then: readonly Instruction[]): Instruction[] => [
  { code: 0x45, jumps: [0, then.length], value },
  ...then,
];
const unlessAnyBit = (bits: number, then: Instruction): Instruction[] => [
  { code: 0x45, jumps: [1, 0], value: bits },
  then,
];

function encode({ code, jumps: [yes, no] = [0, 0], value }: Instruction): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(yes, 2);
  bytes.writeUInt8(no, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
