/**
 * The HTML of a page that the search indexes. Records of decisions and the contract are for people
 * who change Haft, and would take the first places. Names and first sentences of the API suffice.
 */
export function indexed(source, env, markdown) {
  const path = env.relativePath;
  if (/^(decisions\/|feature-contract|api\/(README|index))/.test(path)) return '';
  if (!path.startsWith('api/')) return markdown.render(source, env);
  return markdown.render(namesAndFirstSentences(source), env);
}

function namesAndFirstSentences(source) {
  const parts = source.replace(/^```[^]*?^```/gm, '').split(/^(?=#{1,3} )/m);
  return parts
    .filter((part) => !/^#{2} /.test(part))
    .map((part) => {
      const [heading, ...rest] = part.split('\n');
      const text = rest.join('\n').trim().split('\n\n')[0] ?? '';
      return `${heading}\n\n${/^[#*>|]/.test(text) ? '' : (/^[^]*?\.(?=\s|$)/.exec(text)?.[0] ?? '')}\n`;
    })
    .join('\n');
}
