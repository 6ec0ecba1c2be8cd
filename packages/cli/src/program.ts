import { Command, CommanderError, Option } from 'commander';
import { TEMPLATES } from './init/template.js';
import { defaultFormat } from './output/default-format.js';
import { version } from './version.js';

/**
 * Reads the command line and runs the command that it names.
 *
 * @returns the exit code
 */
export async function runProgram(args: readonly string[]): Promise<number> {
  let code = 0;
  const exit = (result: number) => (code = result);
  const program = haftProgram(exit);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has printed what was wrong (or the help, or the version); its own code for a wrong command line is 1.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

function haftProgram(exit: (code: number) => void): Command {
  /** Loads a command when it is called, and keeps its exit code. */
  const run =
    <A extends unknown[]>(load: () => Promise<(...args: A) => Promise<number>>) =>
    async (...args: A): Promise<void> => {
      exit(await (await load())(...args));
    };

  const program = new Command('haft')
    .description('Tools for language models from ordinary TypeScript classes.')
    .version(version, '-v, --version')
    .option('--verbose', 'show the stack of an error')
    .showHelpAfterError('Run `haft --help` to see the commands.')
    .exitOverride();

  program
    .command('init')
    .argument('[folder]', 'the folder of the project', '.')
    .addOption(new Option('--template <name>', 'what to begin with').choices(TEMPLATES))
    .description('begin a project, or add a first toolset to one that exists')
    .action(run(async () => (await import('./commands/init.js')).init));

  buildCommand(program, 'build')
    .description('reflect the toolsets of a project into its generated module')
    .action(run(async () => (await import('./commands/build.js')).build));

  buildCommand(program, 'check')
    .description('fail when the generated module is not what a build would write')
    .action(run(async () => (await import('./commands/check.js')).check));

  projectCommand(program, 'watch')
    .option('--out <file>', 'the module to write (default: src/toolsets.gen.ts)')
    .option('--strict', 'warnings are errors')
    .addOption(providersOption())
    .option('--json', 'one JSON object on one line for each build')
    .description('build again whenever a source file changes')
    .action(run(async () => (await import('./commands/watch.js')).watch));

  projectCommand(program, 'list')
    .description('list the tools of a project')
    .option('--json', 'as JSON')
    .action(run(async () => (await import('./commands/list.js')).list));

  projectCommand(program, 'schema')
    .argument('[tool]', 'one tool; all of them unless given')
    .option(
      '--for <target>',
      'what openai, anthropic, gemini, gemini-json-schema, bedrock or mcp is sent, and what was changed for it',
    )
    .addOption(new Option('--format <format>', 'how to print what --for shows').choices(['pretty', 'json']))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .description('print what a model is shown, as JSON')
    .action(run(async () => (await import('./commands/schema.js')).schema));

  program
    .command('call')
    .argument('<tool>', 'name of the tool')
    .argument('[json]', 'its arguments as JSON; - reads them from the standard input')
    .option('--arg <name=value>', 'one argument as text, name:=value as JSON; may be repeated', collect, [])
    .option('--approve', 'approve the call, where it asks for that')
    .option('--json', 'print the whole outcome as JSON')
    .description('call a tool of the built project, with real injection')
    .addHelpText('after', CALL_EXAMPLES)
    .action(run(async () => (await import('./commands/call.js')).call));

  program
    .command('mcp')
    .option('--http [port]', 'over HTTP at this port of this machine (3000 unless given), instead of stdio')
    .option('--host <host>', 'the address to listen at (default: 127.0.0.1)')
    .description('serve the built project over the Model Context Protocol')
    .addHelpText('after', MCP_HELP)
    .action(run(async () => (await import('./commands/mcp.js')).mcp));

  projectCommand(program, 'diff')
    .argument('<old>', 'a file that `haft schema` wrote; - reads the standard input')
    .argument('[new]', 'another one (default: the source of the project)')
    .option('--json', 'as JSON')
    .description('tell compatible from breaking changes of tools')
    .action(run(async () => (await import('./commands/diff.js')).diff));

  projectCommand(program, 'docs')
    .option('--out <folder>', 'write one page for each toolset there, instead of printing them')
    .description('write Markdown pages of the toolsets')
    .action(run(async () => (await import('./commands/docs.js')).docs));

  program
    .command('types')
    .argument('<file>', 'a JSON Schema, or the tools of a server; - reads the standard input')
    .option('--name <name>', 'of the type (default: of the file)')
    .description('print TypeScript types for a JSON Schema')
    .action(run(async () => (await import('./commands/types.js')).types));

  projectCommand(program, 'doctor')
    .option('--json', 'as JSON')
    .description('examine what is installed, configured and built')
    .action(run(async () => (await import('./commands/doctor.js')).doctor));

  program
    .command('explain')
    .argument('[code]', 'a code such as HAFT1001; all codes unless given')
    .description('explain an error or a diagnostic')
    .action(run(async () => (await import('./commands/explain.js')).explain));

  return program;
}

/** A command that reads the source of a project. */
function projectCommand(program: Command, name: string): Command {
  return program.command(name).option('--tsconfig <file>', 'the tsconfig to read (default: tsconfig.json)');
}

/** A command that makes the generated module. */
function buildCommand(program: Command, name: string): Command {
  return projectCommand(program, name)
    .option('--out <file>', 'the module to write (default: src/toolsets.gen.ts)')
    .option('--strict', 'warnings are errors')
    .addOption(providersOption())
    .addOption(formatOption())
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }));
}

/** The names are looked at by the build, which knows the providers. */
function providersOption(): Option {
  const option = new Option('--for <providers>', 'providers whose limits the tools must keep: openai,gemini');
  return option.argParser((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
}

function formatOption(): Option {
  const option = new Option('--format <format>', 'how to print what was found').choices(['pretty', 'json', 'github']);
  return option.default(defaultFormat());
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

const CALL_EXAMPLES = `
Examples:
  haft call file_read '{"path":"readme.md"}'
  haft call file_read --arg path=readme.md --arg limit:=20
  echo '{"path":"readme.md"}' | haft call file_read -

Prints what a model would read. The exit code is 0 only when the call succeeded. The project must be built, and the
setting "runtime" of the key "haft" of package.json must name the built module that exports \`runtime\`.`;

const MCP_HELP = `
The project needs @haft/mcp, and the setting "runtime" as \`haft call\` does. That module may export \`mcpOptions\`, the options of
serveMcp(). Over stdio the standard output carries the protocol; what the project prints goes to the standard error.`;
