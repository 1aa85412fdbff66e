// @ts-check
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { fontFiles } from '../server/src/labels/fonts.ts'
import { root } from './processes.mjs'
import { listIn, listNotices, listProduction } from './release-packages.mjs'

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
  const { resolve } = createRequire(join(root, 'server/dist/main.js'))
  const fonts = new Set(fontFiles.map((file) => relative(root, resolve(file))))
  return (await listProduction(['@artel/server'])).flatMap((folder) => {
    const notices = new Set(listNotices(folder))
    return listIn(folder).filter(
      (path) =>
        notices.has(path) ||
        fonts.has(path) ||
        // Each of these packages has up to nine weights of a font.
        !(path.endsWith('.ttf') || superfluous.some((kind) => kind.test(path))),
    )
  })
}
