import type { LabelSize } from '@artel/contract/supplies.line'

/**
 * All lengths on a label are in dots of a 203 dpi printer. A dot is 0.125 mm. An edge between two dots would
 * print blurred and change the width of a bar.
 */
const dotsPerMillimetre = 8
export const pointsPerDot = 72 / 25.4 / dotsPerMillimetre

/** The unprinted border, 2 mm. */
export const margin = 2 * dotsPerMillimetre

export type Paper = { width: number; height: number }

export const papers: Record<LabelSize, Paper> = {
  '58x40': { width: 58 * dotsPerMillimetre, height: 40 * dotsPerMillimetre },
  '75x120': { width: 75 * dotsPerMillimetre, height: 120 * dotsPerMillimetre },
}
