import type { TestProject } from 'vitest/node'
import { makeDataDir, removeDataDir, startServer } from '../server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What a first start leaves: a cluster with the demo company, no longer running. */
    demoDir: string
  }
}

// A first start takes longer than most of these tests, and is tried by others. Both projects copy what one of them left.
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
