// @ts-check
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildStale } from './build-stale.mjs'
import { installMissing } from './install.mjs'
import { root } from './processes.mjs'

await installMissing()
await buildStale()
process.setSourceMapsEnabled(true)
// What the last start compiled is read instead: a seventh of a start's processor time.
enableCompileCache(join(root, 'node_modules/.cache/artel/compiled'))
// In this very process, so that signals reach the server itself, whoever sends them. For the same reason
// package.json says `exec`: else npm would stop its shell and leave the server. Windows has no `exec`. It gives what is
// new more room, too: rows of a large file that are on their way are then copied about less.
await import(pathToFileURL(join(root, 'server/dist/main.js')).href)
