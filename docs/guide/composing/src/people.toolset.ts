import { ModelRetry, Tool, Toolset } from 'haft';

/** People of the club. */
@Toolset()
export class PeopleToolset {
  private readonly people = new Set(['Ann', 'Bob']);

  /** Lists all people. */
  @Tool()
  list(): string[] {
    return [...this.people];
  }

  /**
   * Removes a person from the club.
   * @param name As people_list writes it.
   */
  @Tool()
  remove(name: string): string {
    if (!this.people.delete(name)) throw new ModelRetry(`There is no person called ${name}. Call people_list.`);
    return `${name} is no longer a member.`;
  }

  /** Empties the club. */
  @Tool()
  clear(): void {
    this.people.clear();
  }
}
