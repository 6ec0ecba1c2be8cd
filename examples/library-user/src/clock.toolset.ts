import { Tool, Toolset } from 'haft';

/** What this application adds of its own. */
@Toolset({ prefix: 'clock' })
export class ClockToolset {
  /** Says what day it is. */
  @Tool()
  today(): string {
    return '2026-03-01';
  }
}
