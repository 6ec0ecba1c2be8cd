import { Tool, Toolset } from 'haft';

/** The weather on the river. */
@Toolset({ prefix: 'weather' })
export class WeatherToolset {
  /** Tells whether we can row today. */
  @Tool()
  today(): string {
    return 'Calm. Row!';
  }
}
