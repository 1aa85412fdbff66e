// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../processes.mjs'
import { listIn, listNotices, listProduction } from './packages.mjs'

/**
 * What the server does not load: types and their sources, source maps, static libraries, texts, builds for browsers
 * and other runtimes, and what bwip-js itself is built from. It makes up a fifth of the packages.
 */
const superfluous = [
  /\.([mc]?ts|map|a|md)$/,
  /\/dist-(es|types)\//,
  /\/pdfkit\/js\/.*\.(browser|old|standalone)\./,
  /\/bwip-js\/(src\/|barcode\.ps$|dist\/[\w-]+\.js$)/,
]

/** The files of packages that the built server needs, as paths in the tree. */
export async function listPackageFiles() {
  const fonts = listFonts()
  return (await listProduction(['@artel/server'])).flatMap((folder) => {
    const notices = new Set(listNotices(folder))
    return listIn(folder).filter(
      (path) =>
        notices.has(path) ||
        fonts.some((font) => path.endsWith(`/${font}`)) ||
        // Each of these packages has up to nine weights of a font.
        !(path.endsWith('.ttf') || superfluous.some((kind) => kind.test(path))),
    )
  })
}

/** The fonts that the built programs name, such as `golos-text/700Bold/GolosText_700Bold.ttf`. */
function listFonts() {
  const dist = join(root, 'server/dist')
  const programs = readdirSync(dist).filter((name) => name.endsWith('.js'))
  return programs.flatMap((name) => readFileSync(join(dist, name), 'utf8').match(/[\w/-]+\.ttf/g) ?? [])
}
