import { Injectable } from '@nestjs/common';
import { Recovery } from './recovery.js';

/** Continues calls of a server that died, twice a lease. */
@Injectable()
export class ServerRecovery extends Recovery {
  protected readonly pauseMs = Number(this.config.get('LEASE_MS', '30000')) / 2;
  protected readonly options = {};
}
