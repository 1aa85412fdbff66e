import type { LabelSize } from '@artel/contract/supplies.line'

/**
 * All lengths on a label are in dots of a printer of 203 dpi, which are 0.125 mm: an edge between two dots would be
 * printed blurred, and a bar wider or narrower than it is.
 */
const dotsPerMillimetre = 8
export const pointsPerDot = 72 / 25.4 / dotsPerMillimetre

/** 2 mm: nothing is printed nearer to the edge. */
export const margin = 2 * dotsPerMillimetre

export type Paper = { width: number; height: number }

export const papers: Record<LabelSize, Paper> = {
  '58x40': { width: 58 * dotsPerMillimetre, height: 40 * dotsPerMillimetre },
  '75x120': { width: 75 * dotsPerMillimetre, height: 120 * dotsPerMillimetre },
}
