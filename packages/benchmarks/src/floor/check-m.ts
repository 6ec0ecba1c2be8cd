import { hasOthers, isEmail, isNumber, isObject, isText, isUrl } from './checks.js';
import { Problems, type Problem } from './problems.js';

const KEYS = new Set(['title', 'priority', 'assignee', 'tags', 'contactEmail', 'link', 'estimate', 'notify']);
const ASSIGNEE_KEYS = new Set(['name', 'email']);

/** Returns the problems of an M, or undefined if there are none. */
export function checkM(value: unknown): readonly Problem[] | undefined {
  return isM(value) ? undefined : explain(value);
}

function isM(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { title, priority, assignee, tags, contactEmail, link, estimate, notify } = value;
  if (!isText(title) || title.length < 1 || title.length > 120) return false;
  if (priority !== 'low' && priority !== 'normal' && priority !== 'high' && priority !== 'urgent') return false;
  if (!isObject(assignee) || !isText(assignee['name']) || assignee['name'].length < 1) return false;
  if (!isEmail(assignee['email']) || hasOthers(assignee, ASSIGNEE_KEYS)) return false;
  if (!Array.isArray(tags) || tags.length > 10) return false;
  for (const tag of tags) if (!isText(tag)) return false;
  if (!isEmail(contactEmail) || !isUrl(link) || !isNumber(estimate, 0, 1000)) return false;
  if (notify !== undefined && typeof notify !== 'boolean') return false;
  return !hasOthers(value, KEYS);
}

function explain(value: unknown): readonly Problem[] | undefined {
  if (!isObject(value)) return [{ path: '', message: 'must be object' }];
  const problems = new Problems();
  const { title, priority, assignee, tags, contactEmail, link, estimate, notify } = value;
  if (!isText(title) || title.length < 1 || title.length > 120) {
    problems.add('title', 'must be a string of 1 to 120 characters');
  }
  if (!['low', 'normal', 'high', 'urgent'].includes(priority as string)) {
    problems.add('priority', 'must be one of low, normal, high, urgent');
  }
  explainAssignee(assignee, problems);
  if (!Array.isArray(tags) || tags.length > 10) problems.add('tags', 'must be an array of at most 10');
  else
    tags.forEach((tag, i) => {
      if (!isText(tag)) problems.add(`tags[${i}]`, 'must be a string');
    });
  if (!isEmail(contactEmail)) problems.add('contactEmail', 'must be an email');
  if (!isUrl(link)) problems.add('link', 'must be a URL');
  if (!isNumber(estimate, 0, 1000)) problems.add('estimate', 'must be a number from 0 to 1000');
  if (notify !== undefined && typeof notify !== 'boolean') problems.add('notify', 'must be a boolean');
  problems.refuseOthers(value, KEYS, '');
  return problems.list;
}

function explainAssignee(value: unknown, problems: Problems): void {
  if (!isObject(value)) {
    problems.add('assignee', 'must be object');
    return;
  }
  const { name, email } = value;
  if (!isText(name) || name.length === 0) problems.add('assignee.name', 'must be a non-empty string');
  if (!isEmail(email)) problems.add('assignee.email', 'must be an email');
  problems.refuseOthers(value, ASSIGNEE_KEYS, 'assignee.');
}
