// @ts-check
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './build/stale.mjs'
import { installMissing } from './machine/packages.mjs'
import { root } from './processes.mjs'

await installMissing()
await buildStale()
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// The flags of `npm start`, so that the measured memory limits are those of production.
const flags = new Set(scripts.start.match(/--\S+/g))
const child = spawn(process.execPath, [...flags, join(root, 'bench/src/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
