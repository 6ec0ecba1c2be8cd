import { ApprovalRequired, Tool, Toolset, type RunContext } from 'haft';
import { Servers } from './servers.js';

@Toolset({ prefix: 'server' })
export class ServerToolset {
  constructor(private readonly servers: Servers) {}

  /** Restarts a server. */
  @Tool()
  async restart(name: string, run: RunContext): Promise<string> {
    const stage = await this.servers.stageOf(name);
    if (stage === 'production' && run.approval === undefined) throw new ApprovalRequired({ stage });

    await this.servers.restart(name); // effects only below this line
    return `restarted ${name}`;
  }
}
