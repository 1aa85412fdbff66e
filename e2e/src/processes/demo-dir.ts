import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { makeDataDir } from '../server.ts'

/** A data folder for a server with the demo company in it. */
export async function makeDemoDir(): Promise<string> {
  const folder = await makeDataDir()
  // Keeps the owners of the files, because the database runs under another account if the tests run as root.
  await promisify(execFile)('cp', ['-a', `${inject('demoDir')}/.`, folder])
  return folder
}
