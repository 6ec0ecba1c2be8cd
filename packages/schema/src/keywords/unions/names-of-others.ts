import type { SchemaNode } from '../../check/schema-node.js';
import type { Issue } from '../../issues/issue.js';
import { pathText } from '../../strings/path-text.js';
import type { JsonValue } from '../../json-schema.js';
import { ownValue, type JsonObject } from '../../values/own-value.js';
import { valueText } from '../values.js';
import { declaresName } from '../declares-name.js';

/** An object that most probably means one branch of a union. */
interface MeantBranch {
  readonly value: JsonObject;
  readonly node: SchemaNode;
  /** All branches. */
  readonly nodes: readonly SchemaNode[];
  /** The length of the path of the object. */
  readonly place: number;
  /** The property that selects the branch. */
  readonly discriminator?: string;
}

/**
 * Tells why names of other branches do not fit: `no inMinutes together with at`, `no width if kind
 * is "circle"`.
 */
export function withNamesOfOthers(issues: readonly Issue[], meant: MeantBranch): readonly Issue[] {
  return issues.map((issue) => ofOtherBranch(issue, meant) ?? issue);
}

function ofOtherBranch(issue: Issue, { value, node, nodes, place, discriminator }: MeantBranch): Issue | undefined {
  const { path, rule, suggestion } = issue;
  const name = path[place];
  if (rule !== 'additionalProperties' || path.length !== place + 1 || suggestion !== undefined) return undefined;
  if (typeof name !== 'string') return undefined;
  const others = nodes.filter((one) => declaresName(one, name));
  if (others.length === 0) return undefined;
  if (discriminator !== undefined) {
    const tag = valueText(ownValue(value, discriminator) as JsonValue);
    return { ...issue, expected: `no ${pathText([name])} if ${pathText([discriminator])} is ${tag}` };
  }
  const excluding = Object.keys(value).filter(
    (one) => declaresName(node, one) && !others.some((other) => declaresName(other, one)),
  );
  if (excluding.length === 0) return undefined;
  return {
    ...issue,
    expected: `no ${pathText([name])} together with ${excluding.map((one) => pathText([one])).join(' and ')}`,
  };
}
