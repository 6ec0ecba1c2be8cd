import { Writable } from 'node:stream';

/**
 * The standard output for one writer alone. Whatever else this process prints there from now on, such as `console.log` of a tool, goes to
 * the standard error: one line of it would break the protocol.
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
