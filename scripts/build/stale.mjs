// @ts-check
import { join } from 'node:path'
import { root, run } from '../processes.mjs'
import { isBuilt } from './stamp.mjs'

/**
 * Builds the product if the last build is not of the present sources. If the build fails, prints its output
 * and exits.
 */
export async function buildStale() {
  if (isBuilt()) return
  // The standard output is for the answer of a command, so this line goes to the standard error.
  console.error('Building')
  // In a separate process, so that its memory is freed with it.
  const { code, output } = await run(process.execPath, [join(root, 'scripts/build.mjs')])
  if (code === 0) return
  process.stderr.write(output)
  process.exit(1)
}
