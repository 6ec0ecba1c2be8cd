import type { TransformationReader } from '../constraints/index.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { objectsIn, partsOf, type InstanceNode, type ObjectNode, type TypeNode } from '../types/model.js';

/**
 * Reports values that class-transformer would keep as plain JSON. It creates the whole instance,
 * with everything inside. At every depth, it creates dates and instances only where a decorator
 * says so.
 */
export function reportLeftPlain(
  node: InstanceNode,
  transformations: TransformationReader,
  diagnostics: Diagnostics,
): void {
  const maker = node.instanceOf.symbol.name;
  const seen = new Set<ObjectNode>();
  const visit = (owner: ObjectNode): void => {
    if (seen.has(owner)) return;
    seen.add(owner);
    const { instanceOf } = owner;
    // A class with its own decorators of this kind has a separate report.
    if (owner !== node && instanceOf !== undefined && transformations.isTransformed(instanceOf.type)) return;
    for (const { name, type, declaration } of owner.properties) {
      const said = instanceOf && transformations.read(instanceOf.type, name, 'in');
      // The function of @Transform decides its result. A property that is not in JSON keeps the
      // value of the class.
      if (said !== undefined && (said.changes || said.wireName === undefined)) continue;
      if (said?.typed === true || !becomesAnother(type.node)) objectsIn(type.node).forEach(visit);
      else if (declaration !== undefined) {
        const whose = owner === node || instanceOf === undefined ? '' : ` of '${instanceOf.symbol.name}'`;
        diagnostics.at(declaration, {
          code: 'HAFT1106',
          message: `class-transformer makes the instances of '${maker}', and '${name}'${whose} would stay plain JSON.`,
          fix: `Add @Type(() => ...) to '${name}', or take @Transform, @Expose and @Exclude off '${maker}'.`,
        });
      }
    }
  };
  visit(node);
}

/**
 * Returns whether the value or its items become something else than their JSON form. The contents
 * of an object are checked separately.
 */
function becomesAnother(node: TypeNode): boolean {
  const found = new Set([node]);
  for (const part of found) {
    for (const one of partsOf(part)) {
      if (one.kind === 'map' || (one.kind === 'leaf' && one.revival !== undefined)) return true;
      if (one.kind === 'array' && one.set) return true;
      if (one.kind !== 'object') continue;
      if (one.instanceOf !== undefined) return true;
      for (const { values } of one.indexes) found.add(values.node);
    }
  }
  return false;
}
