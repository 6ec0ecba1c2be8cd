import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';
import { isAny } from '../compare-texts.js';
import { alwaysFits } from './always-fits.js';
import { FitDocument } from './fit-document.js';
import { neverFits } from './never-fits.js';
import { PairProofs } from './pair-proofs.js';

/** The largest number of steps of a proof. A step compares two names, values or schemas. */
const MOST_STEPS = 50_000;

/** A proof about two documents. It fails if it needs too many steps. */
export class FitProof {
  readonly result: FitDocument;
  readonly parameter: FitDocument;
  private readonly provenAlways = new PairProofs();
  private readonly provenNever = new PairProofs();
  private steps = MOST_STEPS;

  constructor(resultRoot: JsonSchema, parameterRoot: JsonSchema) {
    this.result = new FitDocument(resultRoot);
    this.parameter = new FitDocument(parameterRoot);
  }

  /** Returns whether every value of the result is provably valid for the parameter. */
  always(result: JsonSchema, parameter: JsonSchema): boolean {
    if (result === false || isAny(parameter)) return true;
    if (parameter === false) return false;
    const known = this.result.view(result);
    return (
      known === false ||
      this.provenAlways.prove(
        [known, parameter],
        () => this.spend(1) && alwaysFits(known, parameter as JsonSchemaObject, this),
      )
    );
  }

  /** Returns whether every value of the result is provably invalid for the parameter. */
  never(result: JsonSchema, parameter: JsonSchema): boolean {
    const [one, other] = [this.result.view(result), this.parameter.view(parameter)];
    if (one === false || other === false) return true;
    if (isAny(one) || isAny(other)) return false;
    return this.provenNever.prove([one, other], () => this.spend(1) && neverFits(one, other, this));
  }

  /** Proves `always` for a property or an item of the value. */
  alwaysInside(result: JsonSchema, parameter: JsonSchema): boolean {
    return this.inside(() => this.always(result, parameter));
  }

  /** Proves `never` for a property or an item of the value. */
  neverInside(result: JsonSchema, parameter: JsonSchema): boolean {
    return this.inside(() => this.never(result, parameter));
  }

  /** Counts steps. Returns false if too many were taken. */
  spend(steps: number): boolean {
    this.steps -= steps;
    return this.steps >= 0;
  }

  private inside(attempt: () => boolean): boolean {
    this.provenAlways.level++;
    this.provenNever.level++;
    try {
      return attempt();
    } finally {
      this.provenAlways.level--;
      this.provenNever.level--;
    }
  }
}
