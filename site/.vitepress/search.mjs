import { listedPages } from '../contents.mjs';

const aboutOf = new Map(listedPages.map(({ title, page, about }) => [page, `${title} ${about}`]));

/** The weight of the description of a page in docs/README.md. */
const WEIGHT_OF_ABOUT = 4;

/**
 * The HTML of a page that the search indexes. Records of decisions, the contract, figures and lists
 * of other pages would take the first places. The first words of error pages and the API suffice.
 */
export function indexed(source, env, markdown) {
  const page = env.relativePath;
  if (/^(decisions\/|performance|feature|golden-cases|README|index|(api|errors|recipes)\/README)/.test(page)) return '';
  const text = source.replace(/^---\n[^]*?^---\n/m, '');
  if (page.startsWith('api/')) return markdown.render(firstSentences(text), env);
  if (page.startsWith('errors/')) return markdown.render(text.split(/^## /m)[0], env);
  const about = aboutOf.get(page);
  return markdown.render(
    about ? text.replace(/^# .*\n/, (heading) => `${heading}\n${`${about}. `.repeat(WEIGHT_OF_ABOUT)}\n`) : text,
    env,
  );
}

/** The headings of an API page down to names of exports, each with a sentence. */
function firstSentences(page) {
  const parts = page.replace(/^```[^]*?^```/gm, '').split(/^(?=#{1,3} )/m);
  return parts
    .filter((part) => !/^#{2} /.test(part))
    .map((part) => {
      const [heading, ...rest] = part.split('\n');
      const text = rest.join('\n').trim().split('\n\n')[0] ?? '';
      return `${heading}\n\n${/^[#*>|]/.test(text) ? '' : (/^[^]*?\.(?=\s|$)/.exec(text)?.[0] ?? '')}\n`;
    })
    .join('\n');
}

// VitePress sends the functions below to the browser as text: they can use nothing outside of them.

/** Leaves out words that say nothing, and the plural. */
function processTerm(term) {
  const word = term.toLowerCase();
  if (/^(an?|and|are|as|at|be|by|do|does|for|from|how|i|in|is|it|of|on|or|the|to|use|what|when|with|my)$/.test(word))
    return null;
  return word.length > 3 ? word.replace(/(?<![isu])s$/, '') : word;
}

/** Guides come before reference, and both before error pages and the API. */
function boostDocument(id, term, { titles }) {
  const whole = titles.length === 0 ? 2 : 1;
  if (/\/api\//.test(id)) return 0.25;
  if (/\/errors\//.test(id)) return 0.3 * whole;
  if (/\/(guide|recipes|migrate|compare)/.test(id)) return whole;
  return 0.6 * whole;
}

export const miniSearch = {
  options: { processTerm },
  searchOptions: { boostDocument, boost: { title: 2, text: 2 }, fuzzy: 0.1, prefix: true },
};
