import { cutText } from '@artel/contract/shapes/storable'
import { clustersOf, fontFor, isIn, unknown } from '../printers/runs.ts'
import { type Face, hasSign } from './fonts.ts'

/** Measures text, and gives the available width. */
export type Setting = { widthOf: (text: string) => number; room: number }

/** Characters. No field shows more, so the rest of a long text costs nothing. */
const longest = 400

// Invisible characters: direction marks, tags, lone surrogates, private and unassigned code points.
const unseen = /(?![\u200C\u200D])[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Variation_Selector}]/gu
/** They join the parts of an emoji, and join or separate letters. */
const joiners = /[\u200C\u200D]/g
const gaps = /[\p{Cc}\p{Z}]+/gu

/**
 * Reduces a text to one line of characters that the fonts have. A run of missing characters becomes one
 * question mark.
 */
export function plain(face: Face, text: string): string {
  const line = cutText(text, longest).normalize('NFC').replace(unseen, '').replace(gaps, ' ').trim()
  if (isIn(face, line)) return line
  let known = ''
  let isUnknown = false
  const add = (shown: string | null) => {
    if (shown !== null) known += shown
    else if (!isUnknown) known += unknown
    isUnknown = shown === null
  }
  for (const cluster of clustersOf(line)) {
    const shown = shownOf(face, cluster)
    if (shown === null)
      for (const sign of cluster.replace(joiners, '')) add(hasSign(face, sign) ? sign : null)
    else if (shown !== '') add(shown)
  }
  return known
}

/** A cluster with its joiners if they mean something in its font. */
function shownOf(face: Face, cluster: string): string | null {
  const bare = cluster.replace(joiners, '')
  if (isIn(face, bare)) return bare
  return [cluster, bare].find((shown) => fontFor(face, shown) !== null) ?? null
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
  return space > 0 ? space : Math.max(clustersOf(text)[0]?.length ?? 1, end)
}

/** How much of the beginning fits, in UTF-16 units. The text is cut only between clusters. */
function fitting(
  text: string,
  { widthOf, room }: Setting,
  shown = (whole: string, count: number) => whole.slice(0, count),
): number {
  let end = 0
  const ends = [0, ...clustersOf(text).map((cluster) => (end += cluster.length))]
  const unitsOf = (count: number) => ends[count] ?? text.length
  const fits = (count: number) => widthOf(shown(text, unitsOf(count))) <= room
  return unitsOf(largestThat(fits, ends.length - 1))
}

/** The largest number from 0 to `all` that fits, if less fits too. */
function largestThat(fits: (count: number) => boolean, all: number): number {
  let least = 0
  // Tries from the beginning, because measuring all of a very long text is slow.
  let end = Math.min(32, all)
  while (fits(end)) {
    if (end === all) return end
    least = end
    end = Math.min(2 * end, all)
  }
  while (end - least > 1) {
    const middle = Math.floor((least + end) / 2)
    if (fits(middle)) least = middle
    else end = middle
  }
  return least
}
