// @ts-check
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildStale } from './build/stale.mjs'
import { installMissing } from './machine/packages.mjs'
import { findPackagedNode, nodeProgram } from './packaged-node.mjs'
import { root, run } from './processes.mjs'
import { listPackageFiles } from './release/files.mjs'
import { gatherLicences } from './release/licences.mjs'

// `npm run release [-- --out FOLDER]`: writes an archive that runs on a machine with neither Node.js nor npm.

const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'release') } } })

await installMissing()
await buildStale()
const node = await findPackagedNode()
// The launcher is a shell script, and the units are for systemd.
if (process.platform !== 'linux' || !node) {
  console.error('A release is made on Linux (x64 or arm64), for machines of the same kind')
  process.exit(1)
}
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `artel-${version}-linux-${process.arch}`
const out = resolve(values.out)
const folder = join(out, name)
rmSync(folder, { recursive: true, force: true })
await gather(folder, node)
const archive = `${folder}.tar.gz`
await pack(out, name, archive)
console.log(`${archive}: ${mebibytes(statSync(archive).size)} MiB`)

/**
 * Copies all that the archive contains.
 * @param {string} folder @param {string} node folder of the Node.js
 */
async function gather(folder, node) {
  const texts = ['LICENSE', 'README.md', 'CHANGELOG.md', 'docs', 'deploy']
  const built = ['server/dist', 'server/package.json', 'web/dist']
  for (const path of [...texts, ...built, ...(await listPackageFiles())]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true })
  }
  cpSync(join(folder, 'deploy/artel'), join(folder, 'artel'))
  for (const path of [nodeProgram, 'LICENSE']) cpSync(join(node, path), join(folder, 'node', path))
  writeFileSync(join(folder, 'LICENSES-THIRD-PARTY.txt'), await gatherLicences())
}

/** @param {string} parent @param {string} name @param {string} archive */
async function pack(parent, name, archive) {
  const owner = ['--owner=root:0', '--group=root:0']
  const { code, output } = await run('tar', ['-C', parent, ...owner, '--sort=name', '-czf', archive, name])
  if (code === 0) return
  process.stderr.write(output)
  process.exit(1)
}

/** @param {number} bytes */
function mebibytes(bytes) {
  return Math.ceil(bytes / 1_048_576)
}
