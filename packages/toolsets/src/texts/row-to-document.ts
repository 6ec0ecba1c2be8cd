import { HaftError } from '@haft/core';
import type { Facts, FoundChunk, StoredDocument } from './text-store.js';

/** A row of a database. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** The columns of a document, in every statement that reads one. */
export const DOCUMENT_COLUMNS = 'd.id, d.source, d.title, d.facts, d.hash, d.chunks, d.saved_at';

/**
 * Reads a document from a row.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if another program wrote something else
 */
export function rowToDocument(row: SqlRow): StoredDocument {
  return {
    id: String(row['id']),
    source: String(row['source']),
    title: String(row['title']),
    facts: factsOf(row['facts']),
    hash: String(row['hash']),
    chunks: Number(row['chunks']),
    savedAt: Number(row['saved_at']),
  };
}

/** Reads a chunk and its document from a row. */
export function rowToChunk(row: SqlRow): FoundChunk {
  return {
    id: String(row['chunk']),
    text: String(row['text']),
    position: Number(row['position']),
    document: rowToDocument(row),
  };
}

function factsOf(text: unknown): Facts {
  const value: unknown = readJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable();
  // Without a prototype, so that a fact named `__proto__` is an ordinary one.
  const facts: Record<string, Facts[string]> = Object.create(null) as Record<string, Facts[string]>;
  for (const [name, fact] of Object.entries(value)) {
    if (!isFact(fact)) throw unreadable();
    facts[name] = fact;
  }
  return facts;
}

function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch (cause) {
    throw unreadable(cause);
  }
}

function isFact(value: unknown): value is Facts[string] {
  return ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.every(isText));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function unreadable(cause?: unknown): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', 'A document of the text store has unreadable facts.', {
    hint: 'Another program changed the table haft_text_documents. Remove the document and add it again.',
    cause,
  });
}
