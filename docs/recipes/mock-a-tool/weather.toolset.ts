import { Tool, Toolset } from 'haft';

export class WeatherService {
  async today(city: string): Promise<{ degrees: number }> {
    throw new Error(`No test asks the real service about ${city}.`);
  }
}

@Toolset({ prefix: 'weather' })
export class WeatherToolset {
  constructor(private readonly service: WeatherService) {}

  /** Tells the weather of today. */
  @Tool()
  async today(city: string): Promise<string> {
    const { degrees } = await this.service.today(city);
    return `${degrees} degrees in ${city}`;
  }
}
