// @ts-check
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt } from './build-stamp.mjs'
import { installMissing } from './install.mjs'
import { root, run } from './processes.mjs'

await installMissing()
await buildStale()
process.setSourceMapsEnabled(true)
// Whoever reads may have had enough, as `head` has; what is being done is done to its end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const { runCommand } = await import(pathToFileURL(join(root, 'server/dist/cli.js')).href)
process.exitCode = await runCommand(process.argv.slice(2), process)

async function buildStale() {
  if (isBuilt()) return
  // The answers of commands are read by programs, so what is no answer goes to the other stream.
  console.error('Building')
  const { code, output } = await run(process.execPath, [join(root, 'scripts/build.mjs')])
  if (code === 0) return
  process.stderr.write(output)
  process.exit(1)
}
