import { optionsTable } from './options-table.mjs';

const SECTIONS = [
  [
    'RuntimeOptions',
    '`createRuntime`',
    'One runtime serves a process. `toolsets` takes generated modules, toolsets and instances.',
  ],
  ['LimitOptions', '`createRuntime({ limits })`', 'Options of a run or a tool take precedence.'],
  ['ErrorHandlingOptions', '`createRuntime({ errors })`', 'See [errors and retries](guide/errors-and-retries.md).'],
  ['ResultOptions', '`createRuntime({ results })`', 'A model reads the results.'],
  ['PeopleOptions', '`createRuntime({ people })`', 'See [asking people](guide/asking-people.md).'],
  ['DurabilityOptions', '`createRuntime({ durability })`', 'See [durability](guide/durability.md).'],
  ['ObserveOptions', '`createRuntime({ observe })`', 'Neither a model nor a user reads these.'],
  [
    'ArgumentLimits',
    '`createRuntime({ limits: { arguments } })`',
    'Arguments over a limit are a retry: the model reads the limit.',
  ],
  ['IsolationOptions', '`createRuntime({ isolation })`', 'See [around a call](guide/around-a-call.md).'],
  ['RunOptions', '`runtime.startRun`', 'One run serves a conversation, a request or a job.'],
  ['CallOptions', '`run.call(call, options)`', 'Options of a single call.'],
  [
    'ResumeOptions',
    '`run.resume(decisions, options)`',
    '`runtime.resumeRun` takes these options too, and all options of `startRun` except `id` and `userId`.',
  ],
];

/** Writes the page of all options of runtimes, runs and calls. */
export function optionsPage(declarations) {
  const sections = SECTIONS.map(([name, title, note]) => {
    const found = declarations.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no interface ${name}.`);
    return `## ${title}\n\n${note}\n\n${optionsTable(found.members)}`;
  });
  return `# Options\n\n<!-- Written by scripts/write-reference.mjs from doc comments. -->\n\nAll options are optional unless the table says otherwise. [Decorators](decorators.md) on a tool take\nprecedence over options of its runtime.\n\n${sections.join('\n\n')}\n`;
}
