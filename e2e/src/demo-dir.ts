import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { makeDataDir } from './server.ts'

/** A data folder for a server with the demo company in it. */
export const makeDemoDir = (): Promise<string> => copyOf(inject('demoDir'))

/** A copy of the data folder of a stopped server. */
export async function copyOf(dataDir: string): Promise<string> {
  const folder = await makeDataDir()
  // Keeps the owners of the files, because the database runs under another account if the tests run as root.
  await promisify(execFile)('cp', ['-a', `${dataDir}/.`, folder])
  return folder
}
