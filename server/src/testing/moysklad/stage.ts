import { afterAll, beforeEach } from 'vitest'
import { keepSecret } from '../secrets.ts'
import { type MoySkladSimulator, startMoySklad } from './simulator.ts'

/**
 * The simulator of a test file, reset before each test. No log may contain its tokens. `windowMs` is the
 * window of its rate limit, ms.
 */
export async function useMoySklad(windowMs = 150): Promise<MoySkladSimulator> {
  const simulator = await startMoySklad()
  beforeEach(() => {
    simulator.reset()
    simulator.limiter.windowMs = windowMs
  })
  afterAll(() => simulator.close())
  const { set } = simulator.tokens
  simulator.tokens.set = function (token, principal) {
    keepSecret(token)
    return set.call(this, token, principal)
  }
  return simulator
}
