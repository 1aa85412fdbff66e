import { cutText } from '@artel/contract/storable'
import { type Face, hasSign } from './fonts.ts'

/** Measures text, and gives the available width. */
export type Setting = { widthOf: (text: string) => number; room: number }

/** Characters. No field shows more, so the rest of a long text costs nothing. */
const longest = 400

// Invisible characters: direction and joining marks, lone surrogates, private and unassigned code points.
const unseen = /[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Variation_Selector}]/gu
const gaps = /[\p{Cc}\p{Z}]+/gu
const unknown = '?'

/**
 * Reduces a text to one line of characters that the font has. A run of missing characters becomes one
 * question mark.
 */
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

/** Shortens a plain text with an ellipsis if it is too wide. */
export function cut(text: string, setting: Setting): string {
  if (fitting(text, setting) === text.length) return text
  return shortened(text, fitting(text, setting, shortened))
}

const shortened = (text: string, count: number): string => `${text.slice(0, count).trimEnd()}…`

/** Wraps a plain text into up to `most` lines. A word wider than a line is broken where the line ends. */
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

/** How many of the first characters fit. Every character of the fonts is one UTF-16 unit. */
function fitting(
  text: string,
  { widthOf, room }: Setting,
  shown = (whole: string, count: number) => whole.slice(0, count),
): number {
  const fits = (count: number) => widthOf(shown(text, count)) <= room
  let least = 0
  // Measures from the beginning, because measuring all of a very long text is slow.
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
