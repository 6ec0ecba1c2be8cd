// Reads docs/README.md, the only list of pages.

/** The sections of a page, with their texts. */
export function sections(page) {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title, ...rest] = section.split('\n');
      return { title, text: rest.join('\n').trim() };
    });
}

/** The links of a text, in order. */
export function linksOf(text) {
  return [...text.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, title, link]) => ({
    title: title.replace(/`/g, '').replace(/^./, (letter) => letter.toUpperCase()),
    link,
  }));
}
