import { type Document, setFont } from '../document.ts'
import { type Run, runsOf } from '../printers/runs.ts'
import type { Bars, Qr } from './codes.ts'
import type { Face, FontName } from './fonts.ts'
import { type Paper, pointsPerDot } from './measures.ts'
import { overhangOf } from './shapes.ts'

type Rectangle = { x: number; y: number; width: number; height: number }

/** A drawing target. All lengths are in dots from the upper left corner of the label. */
export type Surface = {
  widthOf: (face: Face, size: number, text: string) => number
  text: (font: FontName, size: number, x: number, baseline: number, text: string) => void
  fill: (rectangles: Rectangle[]) => void
}

export type Page = ReturnType<typeof pageOn>

/**
 * Drawing operations of a page on any target.
 * @param density dots of the printer per dot of the label; a PDF is drawn for 203 dpi
 */
export function pageOn({ fill, ...surface }: Surface, paper: Paper, density = 1) {
  const widthOfRun = (run: Run, size: number) =>
    'shape' in run ? run.shape.width * size : surface.widthOf(run.font, size, run.text)
  /** By how much a text is moved right, so that none of its ink is left of its place. */
  const indentOf = ([first]: readonly Run[], size: number) =>
    first && !('shape' in first) ? overhangOf(first.font, first.text) * size : 0
  return {
    paper,
    density,

    widthOf: (face: Face, size: number, text: string): number => {
      const runs = runsOf(face, text)
      return runs.reduce((sum, run) => sum + widthOfRun(run, size), indentOf(runs, size))
    },

    text(face: Face, size: number, x: number, baseline: number, text: string): void {
      const runs = runsOf(face, text)
      let left = x + indentOf(runs, size)
      for (const run of runs) {
        const indent = 'shape' in run ? run.shape.indent * size : 0
        surface.text(run.font, size, left + indent, baseline, run.text)
        left += widthOfRun(run, size)
      }
    },

    rule(x: number, y: number, width: number): void {
      fill([{ x, y, width, height: 2 }])
    },

    bars({ runs }: Bars, left: number, y: number, height: number): void {
      const bars: Rectangle[] = []
      let x = left
      runs.forEach((width, index) => {
        if (index % 2 === 0) bars.push({ x, y, width, height })
        x += width
      })
      fill(bars)
    },

    qr({ runs, module }: Qr, left: number, top: number): void {
      fill(runs.map(({ x, y, width }) => ({ x: left + x, y: top + y, width, height: module })))
    },
  }
}

/** Adds a page to a PDF. */
export function beginPage(document: Document, paper: Paper): Page {
  document.addPage({ size: [paper.width * pointsPerDot, paper.height * pointsPerDot], margin: 0 })
  // Changes the unit of the page to dots. `scale` would round the factor and move edges off the dots.
  const scale = pointsPerDot.toFixed(8)
  document.addContent(`${scale} 0 0 ${scale} 0 0 cm`)
  const setIn = (font: FontName, size: number) => setFont(document, font).fontSize(size)
  const surface: Surface = {
    widthOf: (face, size, text) => setIn(face, size).widthOfString(text),
    text: (font, size, x, baseline, text) =>
      setIn(font, size).text(text, x, baseline, { baseline: 'alphabetic', lineBreak: false }),
    fill: (rectangles) => {
      for (const { x, y, width, height } of rectangles) document.rect(x, y, width, height)
      document.fill()
    },
  }
  return pageOn(surface, paper)
}
