import type { LabelSize } from '@artel/contract/supplies/supplies.line'

/**
 * All lengths on a label are in dots of a 203 dpi printer. A dot is 0.125 mm. An edge between two dots would
 * print blurred and change the width of a bar.
 */
const dotsPerMillimetre = 8
export const pointsPerDot = 72 / 25.4 / dotsPerMillimetre

/** The unprinted border, 2 mm. */
export const margin = 2 * dotsPerMillimetre

export type Paper = { width: number; height: number }

/** Resolutions of label printers, and their dots per dot of a label: 8 and 12 dots per millimetre. */
export type Resolution = 203 | 300
export const densities: Record<Resolution, number> = { 203: 1, 300: 1.5 }

const millimetres: Record<LabelSize, Paper> = {
  '58x40': { width: 58, height: 40 },
  '75x120': { width: 75, height: 120 },
}

export const millimetresOf = (size: LabelSize): Paper => millimetres[size]

const inDots = ({ width, height }: Paper): Paper => ({
  width: width * dotsPerMillimetre,
  height: height * dotsPerMillimetre,
})

export const papers: Record<LabelSize, Paper> = {
  '58x40': inDots(millimetres['58x40']),
  '75x120': inDots(millimetres['75x120']),
}
