import { Param, RequiresApproval, Tool, Toolset, type RunContext } from 'haft';

export interface Deps {
  user: string;
}

@Toolset({ prefix: 'desk' })
export class DeskToolset {
  /** Pays a bill. */
  @RequiresApproval(({ amount }: { amount: number }) => amount > 100)
  @Tool()
  pay(@Param({ minimum: 1 }) amount: number, run: RunContext<Deps>): string {
    return `${run.deps.user} paid ${amount}`;
  }
}
