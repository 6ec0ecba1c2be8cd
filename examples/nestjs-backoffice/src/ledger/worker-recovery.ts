import { Injectable } from '@nestjs/common';
import { Recovery } from './recovery.js';

/** Takes the reports that a server queued, and continues those of a worker that died. */
@Injectable()
export class WorkerRecovery extends Recovery {
  protected readonly pauseMs = 1000;
  protected readonly options = { calls: 'background', idleMs: 0 } as const;
}
