import { advanceOf, type Face, widthOf } from './fonts.ts'

/** In which letters, and in how much room. */
export type Setting = { face: Face; size: number; room: number }

/** No field shows more, so that the rest of a long text costs nothing. */
const longest = 400

// Marks that show nothing themselves: of direction, of joining, halves of pairs, what no language has assigned.
const unseen = /[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Variation_Selector}]/gu
const gaps = /[\p{Cc}\p{Z}]+/gu
const unknown = '?'

/** A text as one line of signs that the font has; what it has not is one question mark for all in a row. */
export function plain(face: Face, text: string): string {
  const line = text.slice(0, longest).normalize('NFC').replace(unseen, '').replace(gaps, ' ').trim()
  let known = ''
  let isUnknown = false
  for (const sign of line) {
    const isMissing = advanceOf(face, sign) === null
    if (!isMissing) known += sign
    else if (!isUnknown) known += unknown
    isUnknown = isMissing
  }
  return known
}

/** A plain text, its end cut off with an ellipsis where there is no room for it. */
export function cut(text: string, setting: Setting): string {
  const { face, size, room } = setting
  if (widthOf(face, size, text) <= room) return text
  const kept = text.slice(0, fitting(text, { ...setting, room: room - widthOf(face, size, '…') }))
  return `${kept.trimEnd()}…`
}

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
function fitting(text: string, { face, size, room }: Setting): number {
  let width = 0
  let count = 0
  for (const sign of text) {
    width += widthOf(face, size, sign)
    if (width > room) break
    count += sign.length
  }
  return count
}
