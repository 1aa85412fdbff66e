import bidiFactory from 'bidi-js'
import { type Face, type Fallback, type FontName, fallbacksFor, hasSign } from '../drawing/fonts.ts'
import { type Shape, shapeOf } from '../drawing/shapes.ts'

/** A part of a line in one font. A run of a fallback font has a shape. */
export type Run = { font: Face; text: string } | { font: Fallback; text: string; shape: Shape }

export const unknown = '?'

const usual = /^[\0-\u02FF\u0370-\u0482\u048A-\u052F\u2010-\u2027\u2030-\u20CF\u2100-\u22FF]*$/
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** What people see as characters: a letter with its marks, an emoji of several code points. */
export const clustersOf = (text: string): string[] =>
  usual.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment)

/** In em. The narrowest column of a label must hold a cluster. */
const widest = 2

/** The font that shows a cluster. */
export function fontFor(face: Face, cluster: string): FontName | null {
  if (isIn(face, cluster)) return face
  const widthIn = (name: Fallback) => shapeOf(name, cluster)?.width ?? Number.POSITIVE_INFINITY
  return fallbacksFor(cluster).find((name) => widthIn(name) <= widest) ?? null
}

export function isIn(face: Face, text: string): boolean {
  for (const sign of text) if (!hasSign(face, sign)) return false
  return true
}

/** The runs of a line from left to right. What no font has is a question mark. */
export function runsOf(face: Face, line: string): Run[] {
  if (isIn(face, line)) return [{ font: face, text: line }]
  return inVisualOrder(piecesOf(face, line)).map(({ run }) => run)
}

/** A run and its level: odd from right to left, even from left to right, deeper inside of others. */
type Piece = { run: Run; level: number }

const bidi = bidiFactory()
const rightToLeft = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u
const rightToLeftFonts: readonly FontName[] = ['arabic', 'hebrew']

function piecesOf(face: Face, line: string): Piece[] {
  const { levels } = bidi.getEmbeddingLevels(line)
  const groups: { font: FontName | null; level: number; clusters: string[] }[] = []
  let at = 0
  for (const cluster of clustersOf(line)) {
    const font = fontFor(face, cluster)
    const level = levels[at] ?? 0
    const last = groups.at(-1)
    const isNext = last !== undefined && last.font === font && last.level === level
    if (isNext && isOneRun(font, level, last.clusters[0] ?? '')) last.clusters.push(cluster)
    else groups.push({ font, level, clusters: [cluster] })
    at += cluster.length
  }
  return groups.flatMap(({ font, level, clusters }) =>
    runsFor(face, font, clusters, level % 2 === 1).map((run) => ({ run, level })),
  )
}

/**
 * Whether the text after `first` is drawn with it in one run. fontkit draws from right to left only what begins
 * with a letter of such a script, and then all of it.
 */
function isOneRun(font: FontName | null, level: number, first: string): boolean {
  const isOfRightToLeft = font !== null && rightToLeftFonts.includes(font)
  return level % 2 === 1 ? isOfRightToLeft && rightToLeft.test(first) : !isOfRightToLeft
}

function runsFor(face: Face, font: FontName | null, clusters: string[], isMirrored: boolean): Run[] {
  const text = clusters.join('')
  if (font === null) return [{ font: face, text: unknown }]
  if (isFaceOf(face, font)) return [{ font, text: isMirrored ? mirrored(font, text) : text }]
  const shape = shapeOf(font, text)
  if (shape) return [{ font, text, shape }]
  // fontkit can fail at a text although it shapes each of its clusters.
  return clusters.map((cluster): Run => {
    const own = shapeOf(font, cluster)
    return own ? { font, text: cluster, shape: own } : { font: face, text: unknown }
  })
}

const isFaceOf = (face: Face, font: FontName): font is Face => font === face

function mirrored(face: Face, text: string): string {
  const mirror = bidi.getMirroredCharacter(text)
  return mirror !== null && hasSign(face, mirror) ? mirror : text
}

/** Reverses the pieces of each level, the deepest first (rule L2 of the Unicode Bidirectional Algorithm). */
function inVisualOrder(pieces: Piece[]): Piece[] {
  const order = [...pieces]
  for (let level = Math.max(0, ...order.map((piece) => piece.level)); level > 0; level -= 1) {
    let start = 0
    while (start < order.length) {
      let end = start
      while ((order[end]?.level ?? -1) >= level) end += 1
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse())
      start = end + 1
    }
  }
  return order
}
