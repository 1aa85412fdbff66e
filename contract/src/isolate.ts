// What a text may open in the order in which its letters are drawn, and what closes it (UAX #9).
const embeddings = /[\u202A\u202B\u202D\u202E]/
const isolates = /[\u2066-\u2068]/
const popEmbedding = '\u202C'
const popIsolate = '\u2069'
const controls = /[\u202A-\u202E\u2066-\u2069]/
// Letters that are read from right to left, and what turns what stands beside it.
const turning =
  /[\u0590-\u08FF\u200F\u061C\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** The text with everything closed that it opens, and nothing closed that it has not opened. */
export function balanced(text: string): string {
  if (!controls.test(text)) return text
  const open: string[] = []
  let written = ''
  for (const sign of text) {
    if (sign === popEmbedding || sign === popIsolate) {
      // An isolate closes what was opened inside it; an embedding closes no isolate.
      const at = sign === popIsolate ? open.lastIndexOf(popIsolate) : open.length - 1
      if (at < 0 || (sign === popEmbedding && open[at] !== popEmbedding)) continue
      open.splice(at)
    } else if (embeddings.test(sign)) open.push(popEmbedding)
    else if (isolates.test(sign)) open.push(popIsolate)
    written += sign
  }
  return written + open.toReversed().join('')
}

/** A value within a sentence, so that it turns nothing around it. Most texts stay as they are. */
export const isolated = (text: string): string =>
  turning.test(text) ? `\u2068${balanced(text)}\u2069` : text

/** The values of a sentence, of which those that are texts are isolated. */
export const isolatedValues = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    // What was a text is a text again.
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? (isolated(value) as T) : value,
    ]),
  )
