import robotsParser from 'robots-parser';

/** A question about a `robots.txt`. */
export interface RobotsQuestion {
  /** URL of the `robots.txt`. */
  readonly robotsUrl: string;
  readonly robotsText: string;
  /** The URL to fetch. */
  readonly url: string;
  readonly userAgent: string;
}

// The types of robots-parser declare a default export. Its CommonJS module is the function itself.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** Returns whether a `robots.txt` allows a URL (RFC 9309). */
export function robotsAllow({ robotsUrl, robotsText, url, userAgent }: RobotsQuestion): boolean {
  return parseRobots(robotsUrl, robotsText).isAllowed(url, userAgent) !== false;
}
