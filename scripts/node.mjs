// @ts-check
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findPackagedNode, nodeProgram } from './packaged-node.mjs'

// This file and its imports also run under older versions of Node that a machine may have.
const oldestNode = [22, 19]

/** Whether this process has a version of Node that can run Artel. */
const isRecent = isAtLeast(process.versions.node)

/**
 * The Node.js that runs Artel: this one, or if it is too old, the one of `runtime/package-lock.json`, which
 * is installed if it is missing. If that is impossible, prints one line and exits.
 * @returns {Promise<string>} path of the program
 */
export async function findNode() {
  if (isRecent) return process.execPath
  const own = await findPackagedNode()
  if (own) return join(own, nodeProgram)
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
 * Runs a script of this folder in a Node.js that can run Artel: in this process if possible, otherwise in a
 * child process. Signals are passed on to the child, and its exit code becomes that of this process.
 * @param {string} script
 * @param {string[]} args
 */
async function runScript(script, args) {
  const file = fileURLToPath(new URL(script, import.meta.url))
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
