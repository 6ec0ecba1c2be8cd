/**
 * BM25 for fragments, which repeat more than words and have less to do with the length of a text
 * (k and b of the formula).
 */
const SATURATION = 2;
const LENGTH_SHARE = 0.6;

/** The places of fragments in one field of all texts. */
interface Field {
  readonly boost: number;
  /** How often each text has a fragment, by fragment, then by text. */
  readonly counts: Map<string, Map<number, number>>;
  /** The number of different fragments of each text. */
  readonly lengths: number[];
  totalLength: number;
}

/** The match of one text. */
interface Match {
  score: number;
  fragments: number;
}

/**
 * An index of texts by fragments of their words. It ranks some texts without a look at the others.
 * MiniSearch visits each text that has a fragment, and many definitions share a fragment.
 */
export class FragmentIndex {
  private readonly fields: readonly Field[];

  /** @param boosts - the weight of each field */
  constructor(boosts: readonly number[]) {
    this.fields = boosts.map((boost) => ({ boost, counts: new Map(), lengths: [], totalLength: 0 }));
  }

  /** Adds a text: the fragments of each field. */
  add(id: number, fragments: readonly (readonly string[])[]): void {
    this.fields.forEach((field, index) => {
      const ofField = fragments[index] ?? [];
      const length = new Set(ofField).size;
      field.lengths[id] = length;
      field.totalLength += length;
      for (const fragment of ofField) count(field.counts, fragment, id);
    });
  }

  /**
   * Returns the scores of texts that have any of the fragments. The fragments of one word are one
   * piece of evidence, so several of them count less than as many words.
   *
   * @param fragments - each at most once
   * @param ids - the texts to rank, default all
   */
  scores(fragments: readonly string[], ids?: readonly number[]): ReadonlyMap<number, number> {
    const matches = new Map<number, Match>();
    for (const fragment of fragments) {
      for (const [id, score] of this.scoresOf(fragment, ids)) {
        const match = matches.get(id);
        if (match === undefined) matches.set(id, { score, fragments: 1 });
        else {
          match.score += score;
          match.fragments++;
        }
      }
    }
    return new Map(Array.from(matches, ([id, match]) => [id, match.score * Math.sqrt(match.fragments)]));
  }

  private scoresOf(fragment: string, ids: readonly number[] | undefined): ReadonlyMap<number, number> {
    const scores = new Map<number, number>();
    for (const { boost, counts, lengths, totalLength } of this.fields) {
      const places = counts.get(fragment);
      if (places === undefined) continue;
      const rarity = Math.log(1 + (lengths.length - places.size + 0.5) / (places.size + 0.5));
      const averageLength = totalLength / lengths.length;
      for (const id of ids ?? places.keys()) {
        const times = places.get(id);
        if (times === undefined) continue;
        const share = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[id] ?? 0)) / averageLength;
        const score = boost * rarity * ((times * (SATURATION + 1)) / (times + SATURATION * share));
        scores.set(id, (scores.get(id) ?? 0) + score);
      }
    }
    return scores;
  }
}

function count(counts: Map<string, Map<number, number>>, fragment: string, id: number): void {
  const places = counts.get(fragment);
  if (places === undefined) counts.set(fragment, new Map([[id, 1]]));
  else places.set(id, (places.get(id) ?? 0) + 1);
}
