import { cutText } from '@artel/contract/storable'
import { type Face, hasSign } from './fonts.ts'

/** How wide letters are, and how much room they have. */
export type Setting = { widthOf: (text: string) => number; room: number }

/** No field shows more, so that the rest of a long text costs nothing. */
const longest = 400

// Marks that show nothing themselves: of direction, of joining, halves of pairs, what no language has assigned.
const unseen = /[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Variation_Selector}]/gu
const gaps = /[\p{Cc}\p{Z}]+/gu
const unknown = '?'

/** A text as one line of signs that the font has; what it has not is one question mark for all in a row. */
export function plain(face: Face, text: string): string {
  const line = cutText(text, longest).normalize('NFC').replace(unseen, '').replace(gaps, ' ').trim()
  let known = ''
  let isUnknown = false
  for (const sign of line) {
    const isMissing = !hasSign(face, sign)
    if (!isMissing) known += sign
    else if (!isUnknown) known += unknown
    isUnknown = isMissing
  }
  return known
}

/** A plain text, its end cut off with an ellipsis where there is no room for it. */
export function cut(text: string, setting: Setting): string {
  if (fitting(text, setting) === text.length) return text
  return shortened(text, fitting(text, setting, shortened))
}

const shortened = (text: string, count: number): string => `${text.slice(0, count).trimEnd()}…`

/** A plain text in lines, `most` at most; of words that are wider than a line, each begins where it stands. */
export function wrap(text: string, most: number, setting: Setting): string[] {
  const lines: string[] = []
  let rest = text
  while (rest !== '' && lines.length < most - 1) {
    const end = endOfLine(rest, setting)
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  if (rest !== '') lines.push(cut(rest, setting))
  return lines
}

function endOfLine(text: string, setting: Setting): number {
  const end = fitting(text, setting)
  if (end === text.length) return end
  const space = text.lastIndexOf(' ', end)
  return space > 0 ? space : Math.max(1, end)
}

/** How many of the first signs there is room for. Of the fonts' signs none takes two units of a string. */
function fitting(
  text: string,
  { widthOf, room }: Setting,
  shown = (whole: string, count: number) => whole.slice(0, count),
): number {
  const fits = (count: number) => widthOf(shown(text, count)) <= room
  let least = 0
  // From the beginning: of a text that is much too long most is never measured, which takes its time.
  let end = Math.min(32, text.length)
  while (fits(end)) {
    if (end === text.length) return end
    least = end
    end = Math.min(2 * end, text.length)
  }
  while (end - least > 1) {
    const middle = Math.floor((least + end) / 2)
    if (fits(middle)) least = middle
    else end = middle
  }
  return least
}
