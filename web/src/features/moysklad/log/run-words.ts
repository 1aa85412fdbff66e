import type { MoySkladRun, MoySkladStatus } from '@artel/contract/moysklad/moysklad'

export const isUnderWay = ({ run }: Pick<MoySkladStatus, 'run'>): boolean =>
  run !== null && (run.state === 'waiting' || run.state === 'running')

type Progress = MoySkladRun['progress'][number]

/** `ahead`: not begun; `reading` from MoySklad; `writing` into Artel; `done`: finished. */
export type Stretch = 'ahead' | 'reading' | 'writing' | 'done'

/**
 * The stage of a part, and the share of that stage that is done, 0 to 1.
 * `writes`: the run also writes the rows.
 */
export function stretchOf(
  { total, read, written }: Progress,
  writes: boolean,
): { at: Stretch; share: number } {
  if (total === null) return { at: read > 0 ? 'reading' : 'ahead', share: 0 }
  if (read < total) return { at: read > 0 ? 'reading' : 'ahead', share: read / total }
  if (!writes || written >= total) return { at: 'done', share: 1 }
  return { at: 'writing', share: written / total }
}

/**
 * Seconds until the run ends at its present speed; null while the estimate would be a guess.
 * @param elapsedMs ms since the run began
 */
export function remainingSeconds(
  progress: readonly Progress[],
  writes: boolean,
  elapsedMs: number,
): number | null {
  if (progress.length === 0 || progress.some(({ total }) => total === null) || elapsedMs < 5000) return null
  const lengths = progress.map(({ total }) => (total ?? 0) * (writes ? 2 : 1))
  const all = lengths.reduce((sum, length) => sum + length, 0)
  const done = progress.reduce((sum, { read, written }) => sum + read + (writes ? written : 0), 0)
  const share = all === 0 ? 1 : Math.min(1, done / all)
  return share < 0.05 ? null : Math.round(((elapsedMs / share) * (1 - share)) / 1000)
}

const counted = ['created', 'tied', 'changed', 'gone', 'stock', 'failed'] as const

/** The nonzero counts of a run with the keys of their texts; empty if the run found nothing new. */
export const runCounts = ({ counts }: Pick<MoySkladRun, 'counts'>) =>
  counted.filter((name) => counts[name] > 0).map((name) => ({ name, count: counts[name] }))
