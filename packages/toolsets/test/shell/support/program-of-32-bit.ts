/**
 * Returns a program of 32 bits that ends with the exit code 42 through the system calls of its own
 * architecture.
 */
export function programOf32Bit(arch: 'x64' | 'arm64'): Buffer {
  const [machine, flags, code] =
    arch === 'x64'
      ? [3, 0, 'b801000000 bb2a000000 cd80'] // mov eax, 1, mov ebx, 42, int 0x80
      : [40, 0x05000000, '2a00a0e3 0170a0e3 000000ef']; // mov r0, #42, mov r7, #1, svc 0
  const body = Buffer.from(code.replaceAll(' ', ''), 'hex');
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('7f454c46010101', 'hex');
  header.writeUInt16LE(2, 16);
  header.writeUInt16LE(machine, 18);
  header.writeUInt32LE(1, 20);
  header.writeUInt32LE(ADDRESS + HEADER_BYTES, 24);
  header.writeUInt32LE(52, 28);
  header.writeUInt32LE(flags, 36);
  for (const [index, value] of [52, 32, 1].entries()) header.writeUInt16LE(value, 40 + 2 * index);
  const size = HEADER_BYTES + body.length;
  for (const [index, value] of [1, 0, ADDRESS, ADDRESS, size, size, 5, 4096].entries()) {
    header.writeUInt32LE(value, 52 + 4 * index);
  }
  return Buffer.concat([header, body]);
}

/** The header of the file, and of one segment. */
const HEADER_BYTES = 84;
const ADDRESS = 0x08048000;
