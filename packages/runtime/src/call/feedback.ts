import { collectIssues, nearest, pathText, type Issue } from '@haft/schema';
import type {
  ArgumentCheck,
  ArgumentLimits,
  ArgumentRefusal,
  ArgumentsOutcome,
} from '../arguments/accepted-arguments.js';

export function acceptArguments(check: ArgumentCheck, sent: unknown, _limits: ArgumentLimits): ArgumentsOutcome {
  let value: unknown = sent ?? {};
  try {
    if (typeof sent === 'string') value = sent.trim() === '' ? {} : JSON.parse(sent);
  } catch (error) {
    return {
      refusal: { issues: [], problem: `The arguments are not valid JSON: ${(error as Error).message}` },
      repairs: [],
    };
  }
  const args = check.read(value);
  if (args !== undefined) return { args, wire: value as never, repairs: NONE };
  return { refusal: { issues: collectIssues(check.schema(), value) }, repairs: NONE };
}
const NONE = [] as const;

export function formatRetryPrompt({
  tool,
  refusal,
}: {
  tool: string;
  refusal: ArgumentRefusal;
  repeated?: unknown;
}): string {
  const lines = refusal.issues.map((issue) => `- ${line(issue)}`);
  return `Tool call validation failed for tool '${tool}':\n${refusal.problem ?? lines.join('\n')}\n\nFix the errors and try again.`;
}

export function firstProblem({ issues: [issue], problem }: ArgumentRefusal): string {
  return issue === undefined ? (problem ?? '') : line(issue);
}

export function isSameProblem(one: ArgumentRefusal, other: ArgumentRefusal): boolean {
  return one.problem === other.problem && JSON.stringify(one.issues) === JSON.stringify(other.issues);
}

export function unknownToolText(name: string, known: readonly string[]): string {
  if (known.length === 0) return `Unknown tool name: '${name}'. No tools available.`;
  const near = nearest(name, known);
  const meant = near === undefined ? '' : ` Did you mean '${near}'?`;
  return `Unknown tool name: '${name}'.${meant} Available tools: ${[...known]
    .sort()
    .map((one) => `'${one}'`)
    .join(', ')}.`;
}

function line({ path, expected, received }: Issue): string {
  return `${path.length === 0 ? '' : `${pathText(path)}: `}expected ${expected}, received ${received}`;
}
