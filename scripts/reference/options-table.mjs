/** Writes members of an interface as a table: option, type, default, meaning. */
export function optionsTable(members) {
  const rows = members.map(({ name, type, text, isRequired }) => {
    const [meaning, preset] = splitDefault(text.replace(/\n\n/g, ' '));
    return [`\`${name}\`${isRequired && preset === '' ? ' (required)' : ''}`, `\`${type}\``, meaning, preset];
  });
  const lines = [['option', 'type', 'meaning', 'default'], ['---', '---', '---', '---'], ...rows];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

/** `Most calls. Default: no limit.` becomes `Most calls.` and `no limit`. */
function splitDefault(text) {
  const found = /^(.*?)\s*Default: (.+?)\.(?:\s+(.*))?$/.exec(text);
  if (found === null) return [text, ''];
  const [, before = '', preset = '', after = ''] = found;
  return [`${before} ${after}`.trim(), preset];
}
