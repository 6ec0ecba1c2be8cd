import { Tool, Toolset } from 'haft';

@Toolset({ prefix: 'report' })
export class ReportToolset {
  /** Writes the report of a year. */
  @Tool()
  async *write(year: number): AsyncGenerator<{ month: number; of: number }, string> {
    const lines: string[] = [];
    for (let month = 1; month <= 3; month++) {
      lines.push(await summary(year, month));
      yield { month, of: 3 }; // progress: for your user interface, never for the model
    }
    return lines.join('\n'); // the result, for the model
  }
}

async function summary(year: number, month: number): Promise<string> {
  return `${year}-0${month}: nothing happened.`;
}
