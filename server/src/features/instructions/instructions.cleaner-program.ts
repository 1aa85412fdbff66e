import { cleanBody, isTooNested, wordsOf } from './instructions.html.ts'

export type CleaningTask = { html: string; mediaIds: readonly number[] }

/** A body, and what it says on one line. */
export type CleanBody = { body: string; words: string }

/** Runs in a thread of the cleaner. @returns null where tags are too deep in each other */
export default function clean({ html, mediaIds }: CleaningTask): CleanBody | null {
  if (isTooNested(html)) return null
  const body = cleanBody(html, mediaIds)
  return { body, words: wordsOf(body) }
}
