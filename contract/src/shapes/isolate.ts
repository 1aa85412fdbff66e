// Characters that change the drawing order of letters, and the characters that close such a change (UAX #9).
const embeddings = /[\u202A\u202B\u202D\u202E]/
const isolates = /[\u2066-\u2068]/
const popEmbedding = '\u202C'
const popIsolate = '\u2069'
const controls = /[\u202A-\u202E\u2066-\u2069]/
// Right-to-left letters, and characters that change the direction of adjacent text.
const turning =
  /[\u0590-\u08FF\u200F\u061C\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * The text with every opened change of direction closed, and without closing characters that close nothing.
 */
export function balanced(text: string): string {
  if (!controls.test(text)) return text
  const open: string[] = []
  let written = ''
  for (const sign of text) {
    if (sign === popEmbedding || sign === popIsolate) {
      // A closing isolate also closes everything opened inside it. A closing embedding closes no isolate.
      const at = sign === popIsolate ? open.lastIndexOf(popIsolate) : open.length - 1
      if (at < 0 || (sign === popEmbedding && open[at] !== popEmbedding)) continue
      open.splice(at)
    } else if (embeddings.test(sign)) open.push(popEmbedding)
    else if (isolates.test(sign)) open.push(popIsolate)
    written += sign
  }
  return written + open.toReversed().join('')
}

/**
 * The text without characters that only change the drawing order. In the name of a file they would disguise
 * its extension.
 */
export const withoutTurns = (text: string): string => text.replace(/\p{Bidi_Control}/gu, '')

/** A value within a sentence, isolated so that the text around it does not change. Most texts stay as is. */
export const isolated = (text: string): string =>
  turning.test(text) ? `\u2068${balanced(text)}\u2069` : text

/** The values of a sentence, with all texts isolated. */
export const isolatedValues = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    // The value of a text stays a text, so the type is kept.
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? (isolated(value) as T) : value,
    ]),
  )
