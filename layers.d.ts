export const LAYERS: Readonly<Record<string, readonly string[]>>;
export const FOLDERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
export const KEYWORD_DRIVERS: readonly string[];
export const packageName: (layer: string) => string;
