import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Follows all links of built pages: pages and anchors that do not exist. */
export function checkLinks(folder, base, fault) {
  const pages = readdirSync(folder, { recursive: true }).filter(
    (name) => name.endsWith('.html') && name !== '404.html',
  );
  const ids = new Map();
  const htmlOf = new Map();
  for (const name of pages) {
    const html = readFileSync(join(folder, name), 'utf8').replace(/<(script|style)\b[^]*?<\/\1>/g, '');
    htmlOf.set(name, html);
    ids.set(name, new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)));
  }
  let links = 0;
  for (const [name, html] of htmlOf) {
    const from = new URL(name.replace(/(index)?\.html$/, ''), `http://site${base}`);
    for (const href of new Set([...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map(([, one]) => one))) {
      const to = new URL(href.replaceAll('&amp;', '&'), from);
      if (to.host !== 'site') continue;
      links += 1;
      const path = decodeURIComponent(to.pathname).slice(base.length);
      const target = [`${path}.html`, `${path}index.html`, path].find((one) => ids.has(one));
      const anchor = decodeURIComponent(to.hash.slice(1));
      if (target === undefined) {
        if (path === '' || path.endsWith('/') || !existsSync(join(folder, path))) fault(`${name} links to ${href}`);
      } else if (anchor !== '' && !ids.get(target).has(anchor)) fault(`${name} links to ${href}: no such anchor`);
    }
  }
  return `${links} links`;
}
