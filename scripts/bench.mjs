// @ts-check
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildStale } from './build-stale.mjs'
import { installMissing } from './install.mjs'
import { root } from './processes.mjs'

await installMissing()
await buildStale()
const child = spawn(
  process.execPath,
  ['--import', 'tsx', join(root, 'bench/src/main.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
