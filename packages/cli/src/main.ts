/**
 * Runs the `haft` command. Loads the command parser and each command lazily.
 *
 * @param args - the command line after `haft`
 * @returns the exit code: 0 for success, 1 for findings, 2 for an invalid command line
 */
export async function main(args: readonly string[]): Promise<number> {
  endWithTheReader(process.stdout);
  try {
    if (args.length === 1 && args[0] === 'build') return await buildAtOnce();
    const { runProgram } = await import('./program.js');
    return await runProgram(args);
  } catch (error) {
    const { printError } = await import('./output/print-error.js');
    return printError(error, args.includes('--verbose'));
  }
}

/**
 * Runs `haft build` without the command parser. Most runs are builds with nothing to do, and the
 * parser would take a third of their time.
 */
async function buildAtOnce(): Promise<number> {
  const [{ build }, { defaultFormat }] = await Promise.all([
    import('./commands/build.js'),
    import('./output/default-format.js'),
  ]);
  return build({ format: defaultFormat() });
}

/** Ends quietly when the reader closes the pipe, as in `haft explain | head -1`. */
function endWithTheReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
