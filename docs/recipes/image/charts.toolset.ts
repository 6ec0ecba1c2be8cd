import { Tool, ToolResult, Toolset } from 'haft';

/** Any library that draws. This one has one picture, of one pixel. */
export class Painter {
  async draw(_values: number[]): Promise<Buffer> {
    return Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGMAAQAABQABDQottAAAAABJRU5ErkJggg==',
      'base64',
    );
  }
}

@Toolset({ prefix: 'chart' })
export class ChartToolset {
  constructor(private readonly painter: Painter) {}

  /** Draws a bar chart of some numbers. */
  @Tool()
  async draw(values: number[]): Promise<ToolResult<{ bars: number }>> {
    const png = await this.painter.draw(values);
    return new ToolResult({
      value: { bars: values.length }, // for programs, and for clients that show no images
      content: [
        { type: 'text', text: `A chart with ${values.length} bars:` },
        { type: 'image', data: png.toString('base64'), mediaType: 'image/png' },
      ],
    });
  }
}
