import { Retries, Tool, Toolset } from 'haft';

/** A branch of a tree that no tag tells apart from the others. */
export type Tree = { children: Tree[]; label: string } | { children: Tree[]; value: number } | string;

/** Trees of any depth. */
@Toolset()
@Retries(1_000_000_000)
export class TreeTools {
  /** Counts the children of a tree. */
  @Tool()
  plant(tree: Tree): number {
    return typeof tree === 'string' ? 0 : tree.children.length;
  }
}
