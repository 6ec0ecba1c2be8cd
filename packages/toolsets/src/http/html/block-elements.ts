import type { SelectorDefinition } from 'html-to-text';

/**
 * Elements with a line of their own (HTML, section 15.3) that html-to-text takes for inline text.
 */
const NAMES = [
  ...['address', 'center', 'details', 'dialog', 'figcaption', 'figure', 'fieldset', 'hgroup', 'legend', 'search'],
  ...['summary', 'dl', 'dt', 'li', 'option', 'optgroup', 'select', 'button', 'caption', 'tr', 'td', 'th'],
];

/** Settings of html-to-text that keep the texts of neighbouring elements apart. */
export const blockElements: SelectorDefinition[] = NAMES.map((selector) => ({
  selector,
  format: 'block',
  options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
}));
