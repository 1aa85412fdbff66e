// @ts-check
import { execFile } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { digestSources, stampBuild } from './build/stamp.mjs'
import { root } from './processes.mjs'

// With another value the web would be built with React's development version.
process.env.NODE_ENV = 'production'

const serverDist = join(root, 'server/dist')
const describer = 'openapi-program'
const photos = 'multimedia.photo-program'
const digest = digestSources()
// This deletes the stamp too, so an interrupted build does not count as a build.
rmSync(serverDist, { recursive: true, force: true })
await buildWeb()
await buildServer()
stampBuild(digest)

async function buildWeb() {
  // vite is a dependency of the web, not of the root.
  const vite = createRequire(join(root, 'web/package.json')).resolve('vite')
  const { build } = await import(pathToFileURL(vite).href)
  await build({ root: join(root, 'web'), logLevel: 'warn' })
}

async function buildServer() {
  await bundle({
    main: join(root, 'server/src/main.ts'),
    cli: join(root, 'server/src/cli.ts'),
    // Built with the server, so that it describes exactly the calls that the server declares.
    [describer]: join(root, 'server/src/http/operations/openapi-program.ts'),
  })
  await describeCalls()
  // Separate processes. Each is bundled alone, because a chunk shared with the server would load server code
  // into it.
  await bundle({ 'table-program': join(root, 'server/src/spreadsheets/reading/table-program.ts') })
  await bundle({ [photos]: join(root, `server/src/features/multimedia/${photos}.ts`) })
  // Separate threads, bundled alone for the same reason.
  await bundle({ 'label-program': join(root, 'server/src/labels/label-program.ts') })
  const cleaner = 'instructions.cleaner-program'
  await bundle({ [cleaner]: join(root, `server/src/features/instructions/${cleaner}.ts`) })
  cpSync(join(root, 'server/src/database/migrations'), join(serverDist, 'migrations'), { recursive: true })
}

/**
 * Writes the description of all calls at build time, because it would block the server for most of a second.
 */
async function describeCalls() {
  const { stdout } = await promisify(execFile)(process.execPath, [join(serverDist, `${describer}.js`)], {
    maxBuffer: 64 * 1_048_576,
  })
  writeFileSync(join(serverDist, 'openapi.json'), stdout)
}

/** @param {Record<string, string>} input entry files by the names of programs */
async function bundle(input) {
  const bundled = await rolldown({
    input,
    platform: 'node',
    // Packages stay in node_modules. The contract is source code and is bundled.
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('@artel/contract/'),
  })
  // Chunks are in the same folder as the programs, because code finds its migrations, the web and its child
  // programs relative to its own file.
  await bundled.write({
    dir: serverDist,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundled.close()
}
