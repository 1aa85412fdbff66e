import { cutText } from '@artel/contract/shapes/storable'

/** A passage that differs: its place in the text before and in the text after, in characters. */
export type Passage = { before: readonly [number, number]; after: readonly [number, number] }

/** Characters before a passage that the audit log tells with it, so that a person can find the place. */
const lead = 40
/** Passages with fewer characters between them are logged as one, because their leads would repeat those characters. */
const near = 2 * lead
/** Longest text of one entry, characters. JSON may take six times as many, and an entry has 65,536 for all fields. */
const maxPiece = 10_000

/**
 * What an edit changed in a text, for the audit log: each differing passage of both versions, in pieces that fit into
 * an entry. The pieces of a text that is new or deleted are the whole text. Equal texts have none.
 */
export function partingOf(before: string, after: string): { before: string[]; after: string[] } {
  const passages = differing(before, after)
  const told = (text: string, ranges: readonly (readonly [number, number])[]) =>
    piecesOf(ranges.map(([from, to]) => shown(text, from, to)).join('\n'))
  return {
    before: told(
      before,
      passages.map((passage) => passage.before),
    ),
    after: told(
      after,
      passages.map((passage) => passage.after),
    ),
  }
}

/** The passage with its lead, from a whole character on, because half of one cannot be stored. */
function shown(text: string, from: number, to: number): string {
  const signs = [...text.slice(Math.max(0, from - 2 * lead - 1), from)].slice(-lead)
  const begin = from - signs.join('').length
  return `${begin > 0 ? '…' : ''}${text.slice(begin, to)}${to < text.length ? '…' : ''}`
}

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const piece = cutText(text.slice(at, at + maxPiece + 1), maxPiece)
    pieces.push(piece)
    at += piece.length
  }
  return pieces
}

/** Where a text is cut into tags, lines and sentences. Each place is found without reading far, so long texts are, too. */
const seams = /(?=<)|(?<=[>\n])|(?<=[.!?;] )/
/** Texts of more blocks are compared as one, so that nothing holds the event loop. */
const maxBlocks = 20_000

type Cut = { blocks: readonly string[]; starts: readonly number[] }

function cut(text: string): Cut {
  const found = text.split(seams, maxBlocks + 1)
  const parts = found.length > maxBlocks ? [text] : found
  const starts = [0]
  for (const part of parts) starts.push((starts.at(-1) ?? 0) + part.length)
  return { blocks: parts, starts }
}

/**
 * The passages in which two texts differ. Everything between them is equal. It may take more for different than
 * need be, never less.
 */
export function differing(before: string, after: string): Passage[] {
  if (before === after) return []
  const [was, is] = [cut(before), cut(after)]
  const whole = { was: [0, was.blocks.length], is: [0, is.blocks.length] } as const
  const passages: Passage[] = []
  for (const gap of gapsOf(was.blocks, is.blocks, whole, maxDepth)) {
    const at = ({ starts }: Cut, [from, to]: Range) => [starts[from] ?? 0, starts[to] ?? 0] as const
    const found = trimmed(before, after, { before: at(was, gap.was), after: at(is, gap.is) })
    const last = passages.at(-1)
    if (last && found.before[0] - last.before[1] < near && found.after[0] - last.after[1] < near)
      passages[passages.length - 1] = {
        before: [last.before[0], found.before[1]],
        after: [last.after[0], found.after[1]],
      }
    else passages.push(found)
  }
  return passages
}

/** Without the characters that both begin with. Their number is that of the same whole characters. */
function trimmed(before: string, after: string, { before: was, after: is }: Passage): Passage {
  const most = Math.min(was[1] - was[0], is[1] - is[0])
  let same = 0
  while (same < most && before[was[0] + same] === after[is[0] + same]) same += 1
  // Two characters may differ only in their second half.
  if (same > 0 && isHighSurrogate(before.charCodeAt(was[0] + same - 1))) same -= 1
  return { before: [was[0] + same, was[1]], after: [is[0] + same, is[1]] }
}

const isHighSurrogate = (code: number) => code >= 0xd8_00 && code <= 0xdb_ff

type Range = readonly [number, number]
type Gap = { was: Range; is: Range }

/** Each level compares all blocks once. Without a limit, texts could be made that take a level for each block. */
const maxDepth = 8

/** Gaps between equal blocks: blocks that stand once in both texts are equal, and then what is next to them. */
function gapsOf(was: readonly string[], is: readonly string[], whole: Gap, depth: number): Gap[] {
  let [[wasFrom, wasTo], [isFrom, isTo]] = [whole.was, whole.is]
  while (wasFrom < wasTo && isFrom < isTo && was[wasFrom] === is[isFrom]) {
    wasFrom += 1
    isFrom += 1
  }
  while (wasFrom < wasTo && isFrom < isTo && was[wasTo - 1] === is[isTo - 1]) {
    wasTo -= 1
    isTo -= 1
  }
  if (wasFrom === wasTo && isFrom === isTo) return []
  const rest: Gap = { was: [wasFrom, wasTo], is: [isFrom, isTo] }
  const anchors = depth === 0 ? [] : anchorsOf(was, is, rest)
  if (anchors.length === 0) return [rest]
  const gaps: Gap[] = []
  let [wasAt, isAt] = [wasFrom, isFrom]
  for (const [wasNext, isNext] of [...anchors, [wasTo, isTo] as const]) {
    for (const gap of gapsOf(was, is, { was: [wasAt, wasNext], is: [isAt, isNext] }, depth - 1))
      gaps.push(gap)
    ;[wasAt, isAt] = [wasNext + 1, isNext + 1]
  }
  return gaps
}

/** Places of blocks that stand once in both parts, as many as have the same order in both. */
function anchorsOf(was: readonly string[], is: readonly string[], { was: old, is: now }: Gap): Range[] {
  const [wasOnce, isOnce] = [onceIn(was, old), onceIn(is, now)]
  const pairs = [...wasOnce].flatMap(([block, at]): Range[] => {
    const other = isOnce.get(block)
    return other === undefined ? [] : [[at, other]]
  })
  return longestRising(pairs)
}

function onceIn(all: readonly string[], [from, to]: Range): Map<string, number> {
  const [once, twice] = [new Map<string, number>(), new Set<string>()]
  for (let at = from; at < to; at += 1) {
    const block = all[at] ?? ''
    if (twice.has(block)) continue
    if (once.delete(block)) twice.add(block)
    else once.set(block, at)
  }
  return once
}

/** The most pairs whose second places rise, too; the first ones do already. */
function longestRising(pairs: readonly Range[]): Range[] {
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, [, place]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1
      else high = middle
    }
    previous[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  const rising: Range[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at]
    if (pair) rising.push(pair)
  }
  return rising.reverse()
}
