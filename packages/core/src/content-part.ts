/** One piece of a result for models that take more than text. Binary data is base64. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mediaType: string }
  | { readonly type: 'audio'; readonly data: string; readonly mediaType: string }
  | { readonly type: 'file'; readonly data: string; readonly mediaType: string; readonly name?: string }
  | { readonly type: 'resource'; readonly uri: string; readonly name?: string; readonly mediaType?: string };
