import type { Bars, Qr } from './codes.ts'
import type { Embedding } from './embedding.ts'
import type { Face } from './fonts.ts'
import { type Paper, pointsPerDot } from './measures.ts'

export type Page = ReturnType<typeof beginPage>

/** What is on a page, in dots from its upper left corner. */
export function beginPage(paper: Paper, fonts: Record<Face, Embedding>) {
  // From here on the page is counted in dots; PDF counts upwards.
  const content = [`${pointsPerDot.toFixed(8)} 0 0 ${pointsPerDot.toFixed(8)} 0 0 cm`]
  const rectangle = (x: number, y: number, width: number, height: number) =>
    content.push(`${x} ${paper.height - y - height} ${width} ${height} re`)
  return {
    paper,

    text(face: Face, size: number, x: number, baseline: number, text: string): void {
      const place = `${short(x)} ${short(paper.height - baseline)}`
      content.push(`BT /${face} ${short(size)} Tf ${place} Td ${fonts[face].encode(text)} Tj ET`)
    },

    rule(x: number, y: number, width: number): void {
      rectangle(x, y, width, 2)
      content.push('f')
    },

    bars({ runs }: Bars, left: number, y: number, height: number): void {
      let x = left
      runs.forEach((width, index) => {
        if (index % 2 === 0) rectangle(x, y, width, height)
        x += width
      })
      content.push('f')
    },

    qr({ runs, module }: Qr, left: number, top: number): void {
      for (const { x, y, width } of runs) rectangle(left + x, top + y, width, module)
      content.push('f')
    },

    content: (): string => content.join('\n'),
  }
}

const short = (number: number): string => String(Math.round(number * 100) / 100)
