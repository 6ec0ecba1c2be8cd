import { Executions } from './executions.js';
import type { ScheduledWork, ScheduleTimer } from './schedule-timer.js';

/** A timer of this process. A slow execution does not delay other schedules. */
export class EmbeddedTimer implements ScheduleTimer {
  private looks: Looks | undefined;

  /** Looks for due slots from now on. */
  start(work: ScheduledWork): void {
    this.looks = new Looks(work);
    this.looks.look();
  }

  /** Waits for the executions in progress. */
  async stop(): Promise<void> {
    await this.looks?.end();
  }
}

/** The looks between a start and its stop, one after the other. */
class Looks {
  private readonly executions: Executions;
  private timer: NodeJS.Timeout | undefined;
  private last: Promise<void> = Promise.resolve();
  private isWaitingForRoom = false;
  private hasEnded = false;

  constructor(private readonly work: ScheduledWork) {
    this.executions = new Executions(work, (error) => {
      if (error !== undefined) work.onError(error);
      if (this.isWaitingForRoom) this.look();
    });
  }

  look(): void {
    clearTimeout(this.timer);
    this.isWaitingForRoom = false;
    this.last = this.last.then(async () => {
      if (!this.hasEnded) await this.turn();
    });
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    clearTimeout(this.timer);
    await this.last;
    await this.executions.allEnds();
  }

  private async turn(): Promise<void> {
    const wait = await this.start();
    if (this.hasEnded) return;
    if (wait === 'no room') {
      // An execution may have ended since.
      if (this.executions.isFull) this.isWaitingForRoom = true;
      else this.look();
      return;
    }
    this.timer = setTimeout(
      () => {
        this.look();
      },
      Math.min(Math.max(wait, 0), LONGEST_WAIT_MS),
    );
  }

  /** Starts what is due. Returns when to look again, in milliseconds. */
  private async start(): Promise<number | 'no room'> {
    try {
      await this.work.endInterrupted();
      await this.executions.fill();
      if (this.executions.isFull) return 'no room';
      return (await this.work.msToNext()) ?? LONGEST_WAIT_MS;
    } catch (error) {
      this.work.onError(error);
      return LONGEST_WAIT_MS;
    }
  }
}

/** Other processes add schedules, so that this one looks again at least every minute. */
const LONGEST_WAIT_MS = 60_000;
