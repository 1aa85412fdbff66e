// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../processes.mjs'

/**
 * Installs the packages of package-lock.json if any is missing. If that fails, prints the reason and exits.
 */
export async function installMissing() {
  if (isInstalled()) return
  console.error('Installing packages')
  const { code, output } = await runNpm([
    // Not `ci`, because it refuses a lockfile without the packages of other platforms. npm writes such a
    // lockfile if the registry has only some of them. `install` uses the versions of the lockfile too.
    'install',
    '--no-save',
    '--ignore-scripts',
    // NODE_ENV=production or a user's npm settings would omit packages that the build needs.
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code === 0 && isInstalled()) return
  process.stderr.write(output)
  console.error('The packages could not be installed: `npm install` failed')
  process.exit(1)
}

/** npm writes its own lockfile into node_modules as its last step, so an interrupted install has none. */
function isInstalled() {
  const installed = readPackages(join(root, 'node_modules/.package-lock.json'))
  const wanted = readPackages(join(root, 'package-lock.json'))
  return Object.entries(wanted).every(([path, { version, link, optional, peer }]) => {
    const isSkippable = link || optional || peer || !path.includes('node_modules/')
    return isSkippable || installed[path]?.version === version
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean, peer?: boolean }>}
 */
function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

/** @param {string[]} args */
function runNpm(args) {
  const npm = process.env.npm_execpath
  // Under `npm start` this is npm's own script. Under another package manager it is not npm.
  if (npm?.endsWith('npm-cli.js')) return run(process.execPath, [npm, ...args])
  return run('npm', args, { shell: process.platform === 'win32' })
}
