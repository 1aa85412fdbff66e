import { afterAll, beforeEach } from 'vitest'
import { moveClock } from '../../clock.ts'
import { startWildberries, type WildberriesSimulator } from './simulator.ts'

/** Nobody is asked to be left alone for longer. */
const longestPauseSeconds = 3600

type Stage = { wb: WildberriesSimulator; pass(seconds: number): void }

/** The simulator of a test file, as new for each test; `pass` lets time go by, which never goes back. */
export async function useWildberries(): Promise<Stage> {
  const wb = await startWildberries()
  let clock = 0
  const pass = (seconds: number) => {
    clock += seconds * 1000
    moveClock(clock)
  }
  beforeEach(() => {
    wb.reset()
    pass(longestPauseSeconds + 1)
  })
  afterAll(async () => {
    moveClock(0)
    await wb.close()
  })
  return { wb, pass }
}
