import { afterAll, beforeEach } from 'vitest'
import { moveClock } from '../../clock.ts'
import { startWildberries, type WildberriesSimulator } from './simulator.ts'

/** No rate limit asks for a longer pause. */
const longestPauseSeconds = 3600

type Stage = { wb: WildberriesSimulator; pass(seconds: number): void }

/**
 * The simulator of a test file, reset before each test. `pass` moves the clock forward; it never goes back.
 */
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
