// @ts-check
import { join } from 'node:path'
import { buildStale } from './build/stale.mjs'
import { ensureChromium } from './machine/chromium.mjs'
import { installMissing } from './machine/packages.mjs'
import { root, run } from './processes.mjs'

// Takes pictures of every screen, or of every dialog with --dialogs, and lists the layout faults.
await installMissing()
await ensureChromium()
await buildStale()
const program = join(root, 'e2e/src/screens/main.ts')
const { code } = await run(process.execPath, [program, ...process.argv.slice(2)], {
  isShown: true,
})
process.exitCode = code
