// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** @typedef {{ code: number, output: string }} Ended */
/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, isShown?: boolean, shell?: boolean, limitMs?: number }} Options */

/**
 * Running children, each as a function that sends it a signal. @type {Set<(signal: NodeJS.Signals) => void>}
 */
const running = new Set()
/** @type {NodeJS.Signals | undefined} */
let interruptedBy

/** @param {NodeJS.Signals} signal */
function passOn(signal) {
  interruptedBy = signal
  for (const send of running) send(signal)
}

/**
 * Listens only while there are children, because the server that `npm start` becomes handles signals itself.
 * @param {boolean} isOn
 */
function listen(isOn) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    if (isOn) process.on(signal, passOn)
    else process.off(signal, passOn)
  }
}

/**
 * Starts a program in a separate process group, so that the programs that it starts end with it.
 * @param {string} file
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {{ ended: Promise<Ended>, send: (signal: NodeJS.Signals) => void }}
 */
export function start(file, args, { cwd = root, env = process.env, isShown, shell, limitMs } = {}) {
  const isPosix = process.platform !== 'win32'
  const stdio = isShown ? 'inherit' : 'pipe'
  const child = spawn(file, args, { cwd, env, shell, detached: isPosix, stdio: ['ignore', stdio, stdio] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  }
  /** @param {NodeJS.Signals} signal */
  const send = (signal) => {
    try {
      if (isPosix && child.pid) process.kill(-child.pid, signal)
      else child.kill(signal)
    } catch {
      // It has ended already.
    }
  }
  const timer = limitMs && setTimeout(() => stopLate(send), limitMs)
  if (running.size === 0) listen(true)
  running.add(send)
  const ended = new Promise((/** @type {(ended: Ended) => void} */ resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  }).then((result) => {
    clearTimeout(timer)
    running.delete(send)
    if (running.size > 0) return result
    listen(false)
    if (interruptedBy) process.exit(128 + constants.signals[interruptedBy])
    return result
  })
  return { ended, send }
}

/** @param {(signal: NodeJS.Signals) => void} send */
function stopLate(send) {
  send('SIGTERM')
  setTimeout(() => send('SIGKILL'), 10_000).unref()
}

/**
 * Runs a program to its end.
 * @param {string} file
 * @param {string[]} args
 * @param {Options} [options]
 */
export const run = (file, args, options) => start(file, args, options).ended

/**
 * The script of an installed package's program. Node runs it.
 * @param {string} name of the package
 * @param {string} [workspace] where it is a dependency
 */
export function programOf(name, workspace = '.') {
  const folder = [join(root, workspace), root]
    .map((parent) => join(parent, 'node_modules', name))
    .find((candidate) => existsSync(candidate))
  if (!folder) throw new Error(`${name} is not installed`)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const path = typeof bin === 'string' ? bin : (bin[name.split('/').pop() ?? name] ?? Object.values(bin)[0])
  return join(folder, path)
}
