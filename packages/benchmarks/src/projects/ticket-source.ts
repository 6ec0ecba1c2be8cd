/**
 * Returns the source of a project that is defined as the tools of peers: every tool takes shape M
 * with a different constraint, all classes are in one file, and nothing is injected.
 */
export function ticketFiles(tools: number, toolsAClass: number): string {
  const numbers = Array.from({ length: tools }, (_, i) => i);
  const classes = numbers.filter((i) => i % toolsAClass === 0).map((i) => numbers.slice(i, i + toolsAClass));
  return [HEAD, ...numbers.map(ticket), ...classes.map(toolset)].join('\n');
}

const HEAD = `import { Tool, Toolset } from 'haft';

interface Assignee {
  /** @minLength 1 */
  name: string;
  /** @format email */
  email: string;
}
`;

function ticket(i: number): string {
  return `interface Ticket${i} {
  /**
   * @minLength 1
   * @maxLength ${120 + i}
   */
  title: string;
  priority: 'low' | 'normal' | 'high' | 'urgent';
  assignee: Assignee;
  /** @maxItems 10 */
  tags: string[];
  /** @format email */
  contactEmail: string;
  /** @format uri */
  link: string;
  /**
   * @minimum 0
   * @maximum 1000
   */
  estimate: number;
  notify?: boolean;
}
`;
}

function toolset(tools: readonly number[], index: number): string {
  const methods = tools.map(
    (i) => `  /** Tool ${i} */
  @Tool({ name: 'tool_${i}' })
  async create${i}(ticket: Ticket${i}): Promise<number> {
    return ticket.tags.length;
  }
`,
  );
  return `@Toolset()
export class Tickets${index} {
${methods.join('\n')}}
`;
}
