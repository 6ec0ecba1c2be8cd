import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Gives links out of `pages`, and to folders without a page, their address in the repository. A
 * page README.md has the address of its folder.
 */
export function outsideLinks(markdown, pages, address) {
  markdown.core.ruler.push('outside-links', ({ tokens, env }) => {
    for (const link of tokens.flatMap(({ children }) => children ?? [])) {
      const href = link.type === 'link_open' ? (link.attrGet('href') ?? '') : '';
      if (href === '' || /^([a-z]+:|#|\/)/.test(href)) continue;
      const [path, anchor] = href.split('#');
      const hash = anchor ? `#${anchor}` : '';
      const target = join(pages, dirname(env.relativePath.replace(/^contents\.md$/, 'README.md')), path);
      const inside = relative(pages, target);
      if (inside === 'README.md') link.attrSet('href', `/contents${hash}`);
      else if (inside.startsWith('..') || !isPage(target)) link.attrSet('href', new URL(inside + hash, address).href);
      else if (statSync(target).isDirectory()) link.attrSet('href', path.replace(/\/?$/, '/') + hash);
      else if (inside.endsWith('/README.md'))
        link.attrSet('href', path.replace(/README\.md$/, '').replace(/^$/, './') + hash);
    }
  });
}

function isPage(target) {
  if (!existsSync(target)) return false;
  return statSync(target).isDirectory() ? existsSync(join(target, 'README.md')) : target.endsWith('.md');
}
