import { Tool, Toolset } from 'haft';

@Toolset({ prefix: 'shop' })
export class ShopToolset {
  /** Lists the articles. */
  @Tool()
  articles(): string[] {
    return ['oars', 'oil'];
  }
}
