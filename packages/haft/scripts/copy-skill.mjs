// Writes the skill for coding agents, with the pages of this version as its references.
import { copyDocs, copySkill } from '../../../scripts/copy-docs.mjs';

copyDocs('skills/haft/references');
copySkill('skills/haft/SKILL.md', 'references');
