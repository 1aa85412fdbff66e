// @ts-check
import { join } from 'node:path'
import { isBuilt } from './build-stamp.mjs'
import { root, run } from './processes.mjs'

/** Builds where what is built is not of the present sources; exits with the build's own words where that fails. */
export async function buildStale() {
  if (isBuilt()) return
  // What is no answer of a command goes to the other stream.
  console.error('Building')
  // A process of its own, whose memory goes with it.
  const { code, output } = await run(process.execPath, [join(root, 'scripts/build.mjs')])
  if (code === 0) return
  process.stderr.write(output)
  process.exit(1)
}
