import { pathText, type JsonValue } from '@haft/schema';
import { PROVIDER_LIMITS, providerOf, type Rewrite, type Target } from '@haft/schema/dialects';
import { plural } from '../output/plural.js';
import { styled } from '../output/styled.js';
import type { ToolInDialect } from './tool-in-dialect.js';

/** Prints the form of each tool for a target, and then its changes. */
export function printTools(tools: readonly ToolInDialect[], target: Target): void {
  for (const tool of tools) printTool(tool, target);
  const lossy = tools.filter(({ rewrites }) => rewrites.some(({ loses }) => loses !== undefined)).length;
  const strict = tools.filter((tool) => tool.strict && tool.parameters !== undefined).length;
  const facts = [plural(tools.length, 'tool'), `${strict} strict`, `${lossy} with a reduced schema`];
  say(`${facts.join(', ')}. Haft checks the full schema in every call.`);
}

function printTool({ name, strict, parameters, rewrites, problems }: ToolInDialect, target: Target): void {
  const { title } = PROVIDER_LIMITS[providerOf(target)];
  const mode = parameters === undefined ? 'cannot be sent' : strict ? 'strict' : 'not strict';
  say(`${styled('bold', name)}  ${styled('dim', `${title} (${target}), ${mode}`)}`);
  if (parameters !== undefined) say(JSON.stringify(parameters, null, 2));
  for (const { what, limit, fix } of problems) say(`  ${styled('red', what)}: ${limit}. ${fix}`);
  for (const rewrite of rewrites) printRewrite(rewrite);
  say('');
}

function printRewrite({ path, keyword, from, to, reason, loses }: Rewrite): void {
  const place = path.length === 0 ? 'the arguments' : pathText(path).replaceAll('["*"]', '[*]');
  const change = [from, to].map((value) => (value === undefined ? 'nothing' : shortened(value))).join(' -> ');
  say(`  ${place}: ${keyword} ${styled('dim', change)}`);
  say(`    ${reason}`);
  if (loses !== undefined) say(`    ${styled('yellow', 'not told:')} ${loses}`);
}

/** The longest text of a value. */
const LONGEST = 60;

function shortened(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 3)}...`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
