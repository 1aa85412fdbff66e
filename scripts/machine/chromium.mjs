// @ts-check
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { installFirst } from './debian.mjs'

/** First choice: it has no browser frame, so it draws the same pages in two thirds of the time. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe']

const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const playwrightCaches = [
  '.cache/ms-playwright',
  'Library/Caches/ms-playwright',
  'AppData/Local/ms-playwright',
]

/** Paths below a folder chromium-NNNN of playwright's cache. */
const inPlaywrightCache = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win/chrome.exe',
]

/**
 * The path of a Chromium that runs, or undefined. CHROMIUM_PATH takes precedence over all others.
 * @param {{ isWhole?: boolean }} wanted whole: a browser that shows notifications, which a headless shell
 * does not
 */
export async function findChromium({ isWhole = false } = {}) {
  const given = process.env.CHROMIUM_PATH
  const fits = (/** @type {string} */ file) => !(isWhole && file.endsWith(shell))
  for (const file of given && fits(given) ? [given] : candidates().filter(fits))
    if (await runs(file)) return file
  return undefined
}

/**
 * Finds the Chromiums of the browser tests, or installs Debian's. @throws with one line that says what to do
 */
export async function ensureChromium() {
  // Older releases of Debian have no separate package for the shell.
  await ensure({}, [shell, 'chromium'])
  await ensure({ isWhole: true }, ['chromium'])
}

/** @param {{ isWhole?: boolean }} wanted @param {string[]} packages of Debian, the preferred one first */
async function ensure(wanted, packages) {
  if (await findChromium(wanted)) return
  if (process.env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH names no browser that runs here`)
  await installFirst(packages)
  if (await findChromium(wanted)) return
  throw new Error('The browser tests need Chromium: install the package `chromium`, or set CHROMIUM_PATH')
}

function candidates() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin']
  return [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...elsewhere,
    ...playwrightCaches.flatMap((cache) => downloadsIn(join(homedir(), cache))),
  ].filter((file) => existsSync(file))
}

/** @param {string} cache */
function downloadsIn(cache) {
  const folders = existsSync(cache) ? readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name)) : []
  return folders.flatMap((folder) => inPlaywrightCache.map((file) => join(cache, folder, file)))
}

/**
 * Starts the program, because on Ubuntu /usr/bin/chromium-browser may only print where to get one.
 * @param {string} file
 */
async function runs(file) {
  if (process.platform === 'win32') return existsSync(file)
  try {
    const { stdout } = await promisify(execFile)(file, ['--version'], { timeout: 20_000 })
    return /chrom/i.test(stdout)
  } catch {
    return false
  }
}
