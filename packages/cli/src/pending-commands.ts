import type { DeferralKind } from '@haft/core';
import { Option, type Command } from 'commander';

/** Returns the action of a command that is loaded when it is called. */
export type Run = <A extends unknown[]>(
  load: () => Promise<(...args: A) => Promise<number>>,
) => (...args: A) => Promise<void>;

/** Adds `haft pending` with its commands. */
export function addPendingCommands(program: Command, run: Run): void {
  const pending = program
    .command('pending')
    .description('list, show and decide the calls that wait in the ledger')
    .addHelpText('after', PENDING_HELP);

  pending
    .command('list')
    .option('--tenant <id>', 'only calls of this tenant')
    .option('--user <id>', 'only calls of this user')
    .option('--tool <name>', 'only calls of this tool')
    .addOption(new Option('--kind <kind>', 'only this kind').choices(Object.keys(KINDS)))
    .option('--older-than <time>', 'only calls that have waited this long: 30m, 12h, 2d')
    .option('--json', 'as JSON')
    .description('list the calls that wait, oldest first')
    .action(run(async () => (await import('./commands/pending/list-pending.js')).listPending));

  keyCommand(pending, 'show')
    .option('--json', 'as JSON')
    .description('show one call, without sensitive arguments')
    .action(run(async () => (await import('./commands/pending/show-pending.js')).showPending));

  const deciding = () => import('./commands/pending/decide-pending.js');
  decidingCommand(pending, 'approve')
    .option('--by <name>', 'the approver, as run.approval.metadata.decidedBy')
    .option('--arguments <json>', 'other arguments (@file reads a file, - the standard input)')
    .description('approve a call and execute it')
    .action(run(async () => (await deciding()).approve));

  keyCommand(pending, 'deny')
    .requiredOption('--reason <text>', 'the text for the model')
    .description('deny a call, also one with an unknown outcome')
    .action(run(async () => (await deciding()).deny));

  decidingCommand(pending, 'supply')
    .requiredOption('--values <json>', 'the values of the fields (@file reads a file, - the standard input)')
    .description('supply the input that a call asks for, and execute it')
    .action(run(async () => (await deciding()).supply));

  keyCommand(pending, 'result')
    .requiredOption('--value <json>', 'the result (@file reads a file, - the standard input)')
    .description('give the result of an external call')
    .action(run(async () => (await deciding()).result));

  keyCommand(pending, 'fail')
    .requiredOption('--reason <text>', 'the text for the model')
    .description('tell that an external call failed')
    .action(run(async () => (await deciding()).fail));

  keyCommand(pending, 'retry')
    .requiredOption('--reason <text>', 'the text for the model')
    .description('ask the model to correct an external call')
    .action(run(async () => (await deciding()).retry));

  keyCommand(pending, 'done')
    .requiredOption('--value <json>', 'its result (@file reads a file, - the standard input)')
    .description('tell that a call with an unknown outcome took effect')
    .action(run(async () => (await deciding()).done));

  keyCommand(pending, 'again')
    .description('execute a call with an unknown outcome again')
    .action(run(async () => (await deciding()).again));
}

/** Adds a command about one call. */
function keyCommand(pending: Command, name: string): Command {
  return pending.command(name).argument('<key>', 'the key of the call, from haft pending list');
}

/** Adds a command that may execute a call. */
function decidingCommand(pending: Command, name: string): Command {
  return keyCommand(pending, name)
    .option('--request <id>', 'fail if the call asks with another request meanwhile')
    .option('--no-execute', 'leave the execution to runtime.recover() of another process');
}

/** The runtime has the same table. The command starts faster without it. */
const KINDS: Readonly<Record<DeferralKind | 'program', true>> = {
  approval: true,
  input: true,
  external: true,
  program: true,
};

const PENDING_HELP = `
Examples:
  haft pending list --older-than 12h
  haft pending approve chat-1/call-1 --by ann
  haft pending deny chat-1/call-1 --reason 'Ask the customer first.'

The project must be built, and the setting "runtime" of the key "haft" of package.json must name the built module that
exports \`runtime\`. That runtime needs a ledger of calls.`;
