import type { TestProject } from 'vitest/node'
import { makeDataDir, removeDataDir, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder after a first start: a stopped cluster with the demo company. */
    demoDir: string
  }
}

// A first start takes longer than most tests, and other tests cover it. All projects copy the folder of one
// first start.
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const whole = vitest.getRootProject()
  if ('demoDir' in whole.getProvidedContext()) return undefined
  const demoDir = await makeDataDir()
  const remove = () => removeDataDir(demoDir)
  try {
    const server = await startServer(demoDir)
    await server.end('SIGTERM')
  } catch (error) {
    await remove()
    throw error
  }
  whole.provide('demoDir', demoDir)
  return remove
}
