/** Settings of a {@link TermIndex}. */
export interface TermSettings {
  /** The weight of each field. */
  readonly boosts: readonly number[];
  /** How many repetitions of a term count (k of BM25). */
  readonly saturation: number;
  /** How much a long field counts less, from 0 to 1 (b of BM25). */
  readonly lengthShare: number;
  /** The exponent of the number of different terms that a text has. It multiplies the score. */
  readonly breadth: number;
}

/** The texts that have a term, and their scores for it. */
interface Postings {
  readonly texts: readonly number[];
  readonly scores: readonly number[];
}

/** An index of texts by the terms of their fields. It ranks them by BM25. */
export class TermIndex {
  private readonly fields: readonly Field[];
  private count = 0;
  /** The postings of the terms that were searched. */
  private readonly known = new Map<string, readonly Postings[]>();

  constructor(private readonly settings: TermSettings) {
    this.fields = settings.boosts.map((boost) => ({ boost, places: new Map(), lengths: [], totalLength: 0 }));
  }

  /** Adds the next text: the terms of each field. */
  add(terms: readonly (readonly string[])[]): void {
    this.fields.forEach((field, index) => {
      const ofField = terms[index] ?? [];
      const length = new Set(ofField).size;
      field.lengths.push(length);
      field.totalLength += length;
      for (const term of ofField) {
        const places = field.places.get(term);
        if (places === undefined) field.places.set(term, [this.count]);
        else places.push(this.count);
      }
    });
    this.count++;
  }

  /**
   * Returns the score of each text, as a share of the best one.
   *
   * @param weights - the weights of the terms
   */
  scores(weights: ReadonlyMap<string, number>): Float64Array {
    const sums = new Float64Array(this.count);
    const hits = new Uint32Array(this.count);
    // A term in several fields of a text is one hit.
    const last = new Int32Array(this.count).fill(-1);
    let term = 0;
    for (const [text, weight] of weights) {
      for (const { texts, scores } of this.postingsOf(text)) add(texts, scores, weight, term);
      term++;
    }
    let best = 0;
    for (let text = 0; text < this.count; text++) {
      const score = (sums[text] ?? 0) * (hits[text] ?? 0) ** this.settings.breadth;
      sums[text] = score;
      if (score > best) best = score;
    }
    return best === 0 ? sums : sums.map((score) => score / best);

    function add(texts: readonly number[], scores: readonly number[], weight: number, current: number): void {
      for (let i = 0; i < texts.length; i++) {
        const text = texts[i] ?? 0;
        sums[text] = (sums[text] ?? 0) + weight * (scores[i] ?? 0);
        if (last[text] === current) continue;
        last[text] = current;
        hits[text] = (hits[text] ?? 0) + 1;
      }
    }
  }

  private postingsOf(term: string): readonly Postings[] {
    const known = this.known.get(term);
    if (known !== undefined) return known;
    const postings = this.fields.flatMap((field) => this.postingsIn(field, field.places.get(term)));
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    if (postings.length > 0) this.known.set(term, postings);
    return postings;
  }

  /** @param places - a text for each occurrence of the term, in order */
  private postingsIn(
    { boost, lengths, totalLength }: Field,
    places: readonly number[] | undefined,
  ): readonly Postings[] {
    if (places === undefined) return [];
    const { saturation, lengthShare } = this.settings;
    const texts = [...new Set(places)];
    const rarity = Math.log(1 + (this.count - texts.length + 0.5) / (texts.length + 0.5));
    const averageLength = totalLength / this.count;
    let next = 0;
    const scores = texts.map((text) => {
      const first = next;
      while (places[next] === text) next++;
      const times = next - first;
      const share = 1 - lengthShare + (lengthShare * (lengths[text] ?? 0)) / averageLength;
      return boost * rarity * ((times * (saturation + 1)) / (times + saturation * share));
    });
    return [{ texts, scores }];
  }
}

interface Field {
  readonly boost: number;
  /** The texts of each occurrence of a term. */
  readonly places: Map<string, number[]>;
  /** The number of different terms of each text. */
  readonly lengths: number[];
  totalLength: number;
}

/** The most terms whose postings are kept. Requests of models repeat their words. */
const MOST_KNOWN = 10_000;
