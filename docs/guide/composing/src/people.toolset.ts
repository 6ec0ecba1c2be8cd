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
   * Removes somebody from the club.
   * @param name As people_list writes it.
   */
  @Tool()
  remove(name: string): string {
    if (!this.people.delete(name)) throw new ModelRetry(`There is nobody called ${name}. Call people_list.`);
    return `${name} is no member any more.`;
  }

  /** Empties the club. */
  @Tool()
  clear(): void {
    this.people.clear();
  }
}
