import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Locale, locale } from '@artel/contract/primitives'
import { z } from 'zod'

const catalogue = z.record(locale, z.record(z.string(), z.string()))

/** The default texts of both languages, flat, by key; `etag` changes when any of them does. */
export type Texts = { locales: Record<Locale, Record<string, string>>; etag: string }

/** Reads the catalogue that the web build leaves beside its pages. */
export async function readTexts(file: URL): Promise<Texts> {
  const content = await readFile(file, 'utf8')
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
  return { locales: catalogue.parse(JSON.parse(content)), etag }
}
