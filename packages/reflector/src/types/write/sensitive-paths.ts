import type { Path } from '@haft/schema';
import type { TypeNode } from '../model.js';
import type { SchemaHooks } from './schema-hooks.js';

/** The greatest depth of a recursive type: arguments cannot be deeper, so neither can a secret. */
const MAX_DEPTH = 8;

/** Returns the paths of all properties with `@Sensitive`. `*` matches every item or key. */
export function sensitivePaths(root: TypeNode, wireName: SchemaHooks['wireName']): readonly Path[] {
  const paths = new Map<string, Path>();
  const visit = (node: TypeNode, path: Path): void => {
    if (path.length > MAX_DEPTH) return;
    for (const { step, child, sensitive } of steps(node, wireName)) {
      const inner = step === undefined ? path : [...path, step];
      if (sensitive) paths.set(JSON.stringify(inner), inner);
      else if (holdsSecret(child)) visit(child, inner);
    }
  };
  const secrets = new Map<TypeNode, boolean>();
  /** Returns whether a secret can be reached. Most types have none, and need no walk by path. */
  const holdsSecret = (node: TypeNode): boolean => {
    const known = secrets.get(node);
    if (known !== undefined) return known;
    const found = reaches(node, new Set(), wireName);
    secrets.set(node, found);
    return found;
  };
  if (holdsSecret(root)) visit(root, []);
  return [...paths.values()];
}

interface Step {
  /** Undefined for a branch of a union, which is not a step of a path. */
  readonly step: string | undefined;
  readonly child: TypeNode;
  readonly sensitive: boolean;
}

function steps(node: TypeNode, wireName: SchemaHooks['wireName']): readonly Step[] {
  const star = (child: TypeNode): Step => ({ step: '*', child, sensitive: false });
  switch (node.kind) {
    case 'array':
      return [star(node.items.node)];
    case 'tuple':
      return [
        ...node.elements.map((one) => star(one.type.node)),
        ...(node.rest === undefined ? [] : [star(node.rest.node)]),
      ];
    case 'map':
      return [star(node.values.node)];
    case 'object':
      return [
        ...node.properties.flatMap((one) => {
          const step = wireName(one, node);
          return step === undefined ? [] : [{ step, child: one.type.node, sensitive: one.sensitive === true }];
        }),
        ...node.indexes.map((one) => star(one.values.node)),
      ];
    case 'union':
      return node.members.map((one) => ({ step: undefined, child: one.node, sensitive: false }));
    default:
      return [];
  }
}

function reaches(node: TypeNode, seen: Set<TypeNode>, wireName: SchemaHooks['wireName']): boolean {
  if (seen.has(node)) return false;
  seen.add(node);
  return steps(node, wireName).some((one) => one.sensitive || reaches(one.child, seen, wireName));
}
