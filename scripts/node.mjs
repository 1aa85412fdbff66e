// @ts-check
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// This file and its imports also run under older versions of Node that a machine may have.
const oldestNode = [22, 19]
const folder = fileURLToPath(new URL('runtime', import.meta.url))
const platform = { win32: 'win' }[String(process.platform)] ?? process.platform
const packaged = join(folder, 'node_modules', `node-${platform}-${process.arch}`)
const binary = join(packaged, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node')

/** Whether this process has a version of Node that can run Artel. */
const isRecent = isAtLeast(process.versions.node)

/**
 * The Node.js that runs Artel: this one, or if it is too old, the one of `runtime/package-lock.json`, which
 * is installed if it is missing. If that is impossible, prints one line and exits.
 * @returns {Promise<string>} path of the program
 */
export async function findNode() {
  if (isRecent) return process.execPath
  if (!existsSync(binary)) await installNode()
  if (existsSync(binary)) return binary
  console.error(
    `Artel needs Node.js ${oldestNode.join('.')} or newer; this is ${process.versions.node}, and there is no package with a newer one for ${process.platform} ${process.arch}`,
  )
  process.exit(1)
}

/** @param {string} version */
function isAtLeast(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
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

/**
 * Runs a script of this folder in a Node.js that can run Artel: in this process if possible, otherwise in a
 * child process. Signals are passed on to the child, and its exit code becomes that of this process.
 * @param {string} script
 * @param {string[]} args
 */
async function runScript(script, args) {
  const file = join(dirname(folder), script)
  const node = await findNode()
  if (node === process.execPath) {
    process.argv = [node, file, ...args]
    await import(pathToFileURL(file).href)
    return
  }
  // Programs that are started by name, such as those of npm, find this Node.js first.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(node, [...process.execArgv, file, ...args], { stdio: 'inherit', env })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // A terminal sends these signals to both processes, so this process ignores them.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  child.once('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1)
  })
}

const [, , script, ...args] = process.argv
if (script) await runScript(script, args)
else console.log(await findNode())
