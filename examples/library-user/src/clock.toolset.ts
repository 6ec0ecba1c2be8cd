import { Tool, Toolset } from 'haft';

/** A toolset of this application. */
@Toolset({ prefix: 'clock' })
export class ClockToolset {
  /** Returns the date of today. */
  @Tool()
  today(): string {
    return '2026-03-01';
  }
}
