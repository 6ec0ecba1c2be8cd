import { Command, CommanderError, Option } from 'commander';
import { TEMPLATES } from './init/template.js';
import { defaultFormat } from './output/default-format.js';
import { addPendingCommands } from './pending-commands.js';
import { version } from './version.js';

/**
 * Parses the command line and runs the command that it names.
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
    // Commander has already printed the problem, the help or the version. Its exit code for an
    // invalid command line is 1.
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
    .addOption(new Option('--template <name>', 'the kind of project').choices([...TEMPLATES, 'nestjs']))
    .option('--skill', 'tell coding agents where the skill of Haft is (asked otherwise)')
    .option('--no-skill', 'do not ask for it')
    .description('create a project, or add a first toolset to an existing one')
    .action(run(async () => (await import('./commands/init.js')).init));

  buildCommand(program, 'build')
    .description('reflect the toolsets of a project into its generated module')
    .action(run(async () => (await import('./commands/build.js')).build));

  buildCommand(program, 'check')
    .option('--tokens', 'count the tokens of the tools in a request, and fail over the budget of the settings')
    .option('--access', 'fail if a tool that changes something requires no permission')
    .description('fail if a build would change the generated module')
    .action(run(async () => (await import('./commands/check.js')).check));

  projectCommand(program, 'watch')
    .option('--out <file>', 'the module to write (default: src/toolsets.gen.ts)')
    .option('--strict', 'warnings are errors')
    .addOption(providersOption())
    .option('--json', 'one JSON object on one line for each build')
    .description('build again whenever a source file changes')
    .action(run(async () => (await import('./commands/watch.js')).watch));

  projectCommand(program, 'dev')
    .argument('<command...>', 'the command, after --: nest start --watch')
    .option('--out <file>', 'the module to write (default: src/toolsets.gen.ts)')
    .option('--strict', 'warnings are errors')
    .addOption(providersOption())
    .description('build again whenever a source file changes, and run a command next to it')
    .addHelpText('after', DEV_HELP)
    .action(run(async () => (await import('./commands/dev.js')).dev));

  projectCommand(program, 'list')
    .description('list the tools, resources and prompts of a project')
    .option('--json', 'as JSON')
    .action(run(async () => (await import('./commands/list.js')).list));

  projectCommand(program, 'schema')
    .argument('[tool]', 'the name of one tool (default: all)')
    .option(
      '--for <target>',
      'the form for openai, anthropic, gemini, gemini-json-schema, bedrock or mcp, with its changes',
    )
    .addOption(new Option('--format <format>', 'the format of the output of --for').choices(['pretty', 'json']))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .description('print the definitions for a model, as JSON')
    .action(run(async () => (await import('./commands/schema.js')).schema));

  program
    .command('call')
    .argument('<tool>', 'name of the tool')
    .argument('[json]', 'its arguments as JSON (- reads the standard input)')
    .option('--arg <name=value>', 'one argument as text, or name:=value as JSON (repeatable)', collect, [])
    .option('--approve', 'approve the call and its inner calls, if they need approval')
    .option('--json', 'print the whole outcome as JSON')
    .description('call a tool of the built project, with real injection')
    .addHelpText('after', CALL_EXAMPLES)
    .action(run(async () => (await import('./commands/call.js')).call));

  projectCommand(program, 'report')
    .argument('<place>', 'recorded calls, one JSON object on each line (- reads the standard input), or a ledger')
    .addOption(new Option('--format <format>', 'the format of the report').choices(['pretty', 'json']))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .description('tell the mistakes of models in recorded calls, and the changes that would help')
    .action(run(async () => (await import('./commands/report.js')).report));

  projectCommand(program, 'inspect')
    .option('--port <port>', 'the port of this machine (default: 4747, or a free one)')
    .option('--read-only', 'show only, and call nothing')
    .option('--no-watch', 'do not build when a source changes')
    .option('--no-open', 'do not open the browser')
    .description('open a page that shows, calls and traces the tools of the project')
    .addHelpText('after', INSPECT_HELP)
    .action(run(async () => (await import('./commands/inspect.js')).inspect));

  program
    .command('mcp')
    .option('--http [port]', 'over HTTP at this port of this machine (3000 unless given), instead of stdio')
    .option('--host <host>', 'the address to listen at (default: 127.0.0.1)')
    .description('serve the built project over the Model Context Protocol')
    .addHelpText('after', MCP_HELP)
    .action(run(async () => (await import('./commands/mcp.js')).mcp));

  projectCommand(program, 'diff')
    .argument('<old>', 'a file from `haft schema` (- reads the standard input)')
    .argument('[new]', 'another one (default: the source of the project)')
    .option('--json', 'as JSON')
    .description('tell compatible from breaking changes of tools')
    .action(run(async () => (await import('./commands/diff.js')).diff));

  projectCommand(program, 'docs')
    .option('--out <folder>', 'write one page for each toolset there, instead of printing them')
    .option('--access', 'print who may call what instead: the permissions of all tools')
    .option('--json', 'as JSON, with --access')
    .description('write Markdown pages of the toolsets')
    .action(run(async () => (await import('./commands/docs.js')).docs));

  addPendingCommands(program, run);

  program
    .command('migrate')
    .option('--postgres <url>', 'the database whose tables are created or updated')
    .addOption(new Option('--print <database>', 'print the SQL instead').choices(['postgres', 'sqlite']))
    .option('--from <version>', 'print only changes after this version of the tables')
    .option('--webhooks', 'include the tables and triggers of webhooks')
    .description('create the tables of the ledger of calls')
    .action(run(async () => (await import('./commands/migrate.js')).migrate));

  program
    .command('types')
    .argument('<file>', 'a JSON Schema, or the tools of a server (- reads the standard input)')
    .option('--name <name>', 'the name of the type (default: that of the file)')
    .description('print TypeScript types for a JSON Schema')
    .action(run(async () => (await import('./commands/types.js')).types));

  projectCommand(program, 'doctor')
    .option('--json', 'as JSON')
    .description('examine the packages, settings and build of a project')
    .action(run(async () => (await import('./commands/doctor.js')).doctor));

  program
    .command('explain')
    .argument('[code]', 'a code such as HAFT1001 (default: all codes)')
    .description('explain an error or a diagnostic')
    .action(run(async () => (await import('./commands/explain.js')).explain));

  nameHelp(program);
  return program;
}

/** Makes mistakes in a command refer to the help of this command, which lists its options. */
function nameHelp(parent: Command, path = 'haft'): void {
  for (const command of parent.commands) {
    const name = `${path} ${command.name()}`;
    command.showHelpAfterError(`Run \`${name} --help\` to see how to write it.`);
    nameHelp(command, name);
  }
}

/** Adds a command that reads the source of a project. */
function projectCommand(program: Command, name: string): Command {
  return program.command(name).option('--tsconfig <file>', 'the tsconfig to read (default: tsconfig.json)');
}

/** Adds a command that creates the generated module. */
function buildCommand(program: Command, name: string): Command {
  return projectCommand(program, name)
    .option('--out <file>', 'the module to write (default: src/toolsets.gen.ts)')
    .option('--strict', 'warnings are errors')
    .addOption(providersOption())
    .addOption(formatOption())
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }));
}

/** Parses the names only. The build checks them, because it knows the providers. */
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
  const option = new Option('--format <format>', 'the format of the findings').choices(['pretty', 'json', 'github']);
  return option.default(defaultFormat());
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

const DEV_HELP = `
Example:
  haft dev -- nest start --watch

The command starts after the first build without errors. Ctrl-C ends both, and the exit code is the command's.`;

const CALL_EXAMPLES = `
Examples:
  haft call file_read '{"paths":["readme.md"]}'
  haft call file_read --arg paths:='["readme.md:1-20"]' --arg lineNumbers:=true
  echo '{"paths":["readme.md"]}' | haft call file_read -

Prints the text for the model. The exit code is 0 only if the call succeeded. The project must be built, and the
setting "runtime" of the key "haft" of package.json must name the built module that exports \`runtime\`.`;

const INSPECT_HELP = `
The project needs @haft/inspector, and the setting "runtime" as \`haft call\` does. That module may export \`runOptions\`, the options
of the runs, and \`presets\`, other ones by name. The page works offline, and only with the address that the command prints.`;

const MCP_HELP = `
The project needs @haft/mcp, and the setting "runtime" as \`haft call\` does. That module may export \`mcpOptions\`, the options of
serveMcp(). Over stdio, the standard output carries the protocol. Output of the project goes to the standard error.`;
