import type { ShiftSource } from './hours.line.ts'

/** Sources of shifts, on screens and in files. */
export const shiftWordsEn: Record<`source_${ShiftSource}`, string> = {
  source_clock: 'Clock',
  source_manual: 'Manual',
  source_auto: 'Auto-ended',
}
