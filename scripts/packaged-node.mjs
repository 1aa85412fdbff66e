// @ts-check
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// This file also runs under older versions of Node that a machine may have.
const folder = fileURLToPath(new URL('runtime', import.meta.url))
const platform = { win32: 'win' }[String(process.platform)] ?? process.platform
const packaged = join(folder, 'node_modules', `node-${platform}-${process.arch}`)
/** The program in its folder. */
export const nodeProgram = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'

/**
 * The folder of the Node.js of `runtime/package-lock.json`, which is installed if it is missing; undefined if there is
 * none for this platform.
 * @returns {Promise<string | undefined>}
 */
export async function findPackagedNode() {
  const isThere = () => existsSync(join(packaged, nodeProgram))
  if (!isThere()) await installNode()
  return isThere() ? packaged : undefined
}

/**
 * A separate lockfile, because npm chooses optional packages by platform, but never by the version of Node.
 */
async function installNode() {
  console.error('Installing Node.js')
  const npm = process.env.npm_execpath
  const words = [
    'ci',
    '--ignore-scripts',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const isScript = npm?.endsWith('npm-cli.js')
  const [file, args] = isScript ? [process.execPath, [npm ?? '', ...words]] : ['npm', words]
  // Its output goes to the standard error, because this file prints a path on the standard output.
  const child = spawn(file, args, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: !isScript && process.platform === 'win32',
  })
  await new Promise((resolve) => {
    child.once('error', resolve)
    child.once('close', resolve)
  })
}
