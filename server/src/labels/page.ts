import type { Bars, Qr } from './codes.ts'
import type { Document } from './document.ts'
import type { Face } from './fonts.ts'
import { type Paper, pointsPerDot } from './measures.ts'

export type Page = ReturnType<typeof beginPage>

/** What is on a page, in dots from its upper left corner. */
export function beginPage(document: Document, paper: Paper) {
  document.addPage({ size: [paper.width * pointsPerDot, paper.height * pointsPerDot], margin: 0 })
  // From here on the page is counted in dots. `scale` would round them, and take edges off the dots.
  const scale = pointsPerDot.toFixed(8)
  document.addContent(`${scale} 0 0 ${scale} 0 0 cm`)
  const setIn = (face: Face, size: number) => document.font(face).fontSize(size)
  return {
    paper,

    widthOf: (face: Face, size: number, text: string): number => setIn(face, size).widthOfString(text),

    text(face: Face, size: number, x: number, baseline: number, text: string): void {
      setIn(face, size).text(text, x, baseline, { baseline: 'alphabetic', lineBreak: false })
    },

    rule(x: number, y: number, width: number): void {
      document.rect(x, y, width, 2).fill()
    },

    bars({ runs }: Bars, left: number, y: number, height: number): void {
      let x = left
      runs.forEach((width, index) => {
        if (index % 2 === 0) document.rect(x, y, width, height)
        x += width
      })
      document.fill()
    },

    qr({ runs, module }: Qr, left: number, top: number): void {
      for (const { x, y, width } of runs) document.rect(left + x, top + y, width, module)
      document.fill()
    },
  }
}
