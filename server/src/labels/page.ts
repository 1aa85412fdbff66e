import type { Bars, Qr } from './codes.ts'
import type { Document } from './document.ts'
import type { Face } from './fonts.ts'
import { type Paper, pointsPerDot } from './measures.ts'

type Rectangle = { x: number; y: number; width: number; height: number }

/** A drawing target. All lengths are in dots from the upper left corner of the label. */
export type Surface = {
  widthOf: (face: Face, size: number, text: string) => number
  text: (face: Face, size: number, x: number, baseline: number, text: string) => void
  fill: (rectangles: Rectangle[]) => void
}

export type Page = ReturnType<typeof pageOn>

/**
 * Drawing operations of a page on any target.
 * @param density dots of the printer per dot of the label; a PDF is drawn for 203 dpi
 */
export function pageOn({ fill, ...surface }: Surface, paper: Paper, density = 1) {
  return {
    paper,
    density,
    ...surface,

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
  const setIn = (face: Face, size: number) => document.font(face).fontSize(size)
  const surface: Surface = {
    widthOf: (face, size, text) => setIn(face, size).widthOfString(text),
    text: (face, size, x, baseline, text) =>
      setIn(face, size).text(text, x, baseline, { baseline: 'alphabetic', lineBreak: false }),
    fill: (rectangles) => {
      for (const { x, y, width, height } of rectangles) document.rect(x, y, width, height)
      document.fill()
    },
  }
  return pageOn(surface, paper)
}
