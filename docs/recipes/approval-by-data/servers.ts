/** The servers, and where they belong. */
export class Servers {
  readonly restarted: string[] = [];

  async stageOf(name: string): Promise<'test' | 'production'> {
    return name.startsWith('t') ? 'test' : 'production';
  }

  async restart(name: string): Promise<void> {
    this.restarted.push(name);
  }
}
