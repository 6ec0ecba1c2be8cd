import { Tool, ToolFailed, Toolset } from 'haft';

@Toolset({ prefix: 'clock' })
export class ClockToolset {
  /** Returns the time in a zone. */
  @Tool()
  now(zone: string): string {
    if (zone === 'Mars') throw new ToolFailed('There is no clock on Mars.');
    return `12:00 in ${zone}`;
  }
}
