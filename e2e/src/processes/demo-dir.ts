import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { makeDataDir } from '../server.ts'

/** A folder for a server's data that has the demo company already. */
export async function makeDemoDir(): Promise<string> {
  const folder = await makeDataDir()
  // With the owners of its files: as root the database runs under another account.
  await promisify(execFile)('cp', ['-a', `${inject('demoDir')}/.`, folder])
  return folder
}
