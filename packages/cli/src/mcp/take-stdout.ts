import { Writable } from 'node:stream';

/**
 * Reserves the standard output for the returned stream. All other output of this process, such as
 * `console.log` of a tool, then goes to the standard error. One line of it would break the
 * protocol.
 */
export function takeStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      write(chunk, done);
    },
  });
}
