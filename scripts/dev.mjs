// @ts-check
import { join } from 'node:path'
import { buildStale } from './build/stale.mjs'
import { installMissing } from './machine/packages.mjs'
import { programOf, root, start } from './processes.mjs'

await installMissing()
// The server serves the built texts and pages even while vite serves the live ones.
await buildStale()

const node = process.execPath
const server = ['--watch', '--watch-preserve-output', 'server/src/main.ts']
const parts = [
  start(node, server, { isShown: true }),
  start(node, [programOf('vite', 'web'), '--clearScreen', 'false'], {
    cwd: join(root, 'web'),
    isShown: true,
  }),
]
// If one part ends, the other ends too, because it is useless alone.
await Promise.race(parts.map(({ ended }) => ended))
for (const { send } of parts) send('SIGTERM')
