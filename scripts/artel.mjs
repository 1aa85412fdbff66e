// @ts-check
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildStale } from './build-stale.mjs'
import { installMissing } from './install.mjs'
import { root } from './processes.mjs'

await installMissing()
await buildStale()
process.setSourceMapsEnabled(true)
// A reader of the output may close the pipe early, as `head` does. The command still runs to its end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const { runCommand } = await import(pathToFileURL(join(root, 'server/dist/cli.js')).href)
process.exitCode = await runCommand(process.argv.slice(2), process)
