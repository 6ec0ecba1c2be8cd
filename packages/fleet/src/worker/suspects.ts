/** The time after which other calls begin, although a suspect still runs. */
const LONGEST_MS = 5_000;

/** A call in progress. */
export interface Entry {
  /** Whether no other call was in progress when this one began. */
  readonly isAlone: boolean;
  leave(): void;
}

/**
 * The order of the calls of a worker. While a call runs that may have ended its worker, no other
 * one begins. If it ends this worker too, it takes as few others along as possible.
 */
export class Suspects {
  #inProgress = 0;
  #suspect: object | undefined;

  /**
   * Begins a call. Returns undefined if it must wait.
   *
   * @param survived - called if a suspect runs for so long that other calls may begin
   */
  enter(isSuspect: boolean, survived: () => void): Entry | undefined {
    if (this.#suspect !== undefined) return undefined;
    const isAlone = this.#inProgress === 0;
    const own = {};
    const giveWay = (): void => {
      if (this.#suspect === own) this.#suspect = undefined;
    };
    let timer: NodeJS.Timeout | undefined;
    if (isSuspect) {
      this.#suspect = own;
      timer = setTimeout(() => {
        giveWay();
        survived();
      }, LONGEST_MS).unref();
    }
    this.#inProgress += 1;
    return {
      isAlone,
      leave: () => {
        clearTimeout(timer);
        this.#inProgress -= 1;
        giveWay();
      },
    };
  }
}
