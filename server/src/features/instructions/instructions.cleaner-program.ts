import { cleanBody, isTooNested, wordsOf } from './instructions.html.ts'

export type CleaningTask = { html: string; mediaIds: readonly number[] }

/** A clean body, and its text on one line. */
export type CleanBody = { body: string; words: string }

/** Runs in a thread of the cleaner. @returns null if tags are nested too deeply */
export default function clean({ html, mediaIds }: CleaningTask): CleanBody | null {
  if (isTooNested(html)) return null
  const body = cleanBody(html, mediaIds)
  return { body, words: wordsOf(body) }
}
