// @ts-check
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildStale } from './build/stale.mjs'
import { installMissing } from './machine/packages.mjs'
import { root } from './processes.mjs'

await installMissing()
await buildStale()
process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(root, 'server/dist/cli.js')).href)
