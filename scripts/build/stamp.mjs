// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../processes.mjs'

const sources = [
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'contract/package.json',
  'contract/src',
  'server/package.json',
  'server/src',
  'web/package.json',
  'web/tsconfig.json',
  'web/vite.config.ts',
  'web/index.html',
  'web/login.html',
  'web/build',
  'web/public',
  'web/src',
]

const stampFile = join(root, 'server/dist/build-stamp')
const results = [
  'server/dist/main.js',
  'server/dist/cli.js',
  'server/dist/table-program.js',
  'web/dist/index.html',
  'web/dist/login.html',
  'web/dist/texts.json',
]

/** Whether the last build is of the present sources. */
export function isBuilt() {
  const isWhole = [...results, 'server/dist/build-stamp'].every((path) => existsSync(join(root, path)))
  return isWhole && readFileSync(stampFile, 'utf8') === digestSources()
}

/** @param {string} digest of the sources before the build read them */
export const stampBuild = (digest) => writeFileSync(stampFile, digest)

/** A hash of the names and contents of all built sources. */
export function digestSources() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesBelow)) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  if (path.endsWith('/testing')) return []
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`))
}
