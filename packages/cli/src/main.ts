/**
 * The `haft` command. The command parser and each command are loaded when they are needed.
 *
 * @param args - what stands behind `haft` on the command line
 * @returns the exit code: 0 when all is well, 1 when something was found, 2 when the command line was wrong
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

/** Most runs are `haft build` with nothing to do: the command parser would take a third of their time. */
async function buildAtOnce(): Promise<number> {
  const [{ build }, { defaultFormat }] = await Promise.all([
    import('./commands/build.js'),
    import('./output/default-format.js'),
  ]);
  return build({ format: defaultFormat() });
}

/** `haft explain | head -1` closes the pipe early: no error, there is just nobody to write for. */
function endWithTheReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
