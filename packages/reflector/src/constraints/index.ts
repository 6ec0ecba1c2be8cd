export { TransformationReader } from './class-transformer/read-transformation.js';
export { applyRules, type AppliedRules } from './class-validator/apply-rules.js';
export { NO_RULES, type PropertyRules } from './class-validator/property-rules.js';
export { RuleReader } from './class-validator/read-property-rules.js';
export { intersect, type Intersection } from './intersect.js';
export { CONSTRAINT_NAMES } from './param-keywords.js';
