import { ToolFailed } from '@haft/core';
import { decodeText, isHtml, isText, mediaType } from '../../http/fetch/decode-text.js';
import { fetchUrl } from '../../http/fetch/fetch-url.js';
import { checkUrl } from '../../http/guard/check-url.js';
import type { HttpOptions } from '../../http/http-options.js';
import { invalidOption } from '../../invalid-option.js';

/**
 * Fetches a page as text.
 *
 * @returns the text, and the URL after all redirects as its source
 * @throws {ToolFailed} if the address is not allowed, or does not answer with a text
 * @throws {HaftError} `HAFT_INVALID_OPTION` without options for the web
 */
export async function readPage(
  url: string,
  http: HttpOptions | undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ readonly text: string; readonly source: string }> {
  if (http === undefined) {
    const hint = 'Give `http: new HttpOptions()` of @haft/toolsets/http to the knowledge base.';
    throw invalidOption('The knowledge base has no setting `http`.', hint);
  }
  const asked = { url: checkUrl(url, http.rules), signal };
  const { status, contentType, body, url: last } = await fetchUrl(asked, http);
  if (status >= 400) throw new ToolFailed(`HTTP ${String(status)} from ${last.href}`);
  const media = mediaType(contentType);
  if (!isText(media, body)) throw new ToolFailed(`${last.href} is not a text.`);
  const text = decodeText(media, body);
  if (!isHtml(media)) return { text, source: last.href };
  const markdown = await http.worker.run<'convert'>({ kind: 'convert', html: text, format: 'markdown' }, signal);
  return { text: markdown, source: last.href };
}
