// @ts-check
import { ensureChromium } from './machine/chromium.mjs'
import { installMissing } from './machine/packages.mjs'
import { lineOf, none, sum } from './test/counts.mjs'
import { linesOfFailures, loadFailures, saveFailures } from './test/failures.mjs'
import { checks, tests } from './test/stages.mjs'

/** @typedef {import('./test/stages.mjs').Result} Result */
/** @typedef {import('./test/stages.mjs').Stage} Stage */

const stages = { ...checks, ...tests }
const asked = process.argv.slice(2)
const flags = ['--failed', '--release']
const isRelease = asked.includes('--release')
const names = asked.filter((name) => !flags.includes(name))
const unknown = names.find((name) => !stages[name])
if (unknown) {
  const known = [...Object.keys(stages), ...flags].join(', ')
  console.error(`There are no tests called ${unknown}, but ${known}`)
  process.exit(2)
}

/** The files of each stage that failed last time. Stages that did not fail do not run. */
const failed = asked.includes('--failed') ? loadFailures() : undefined
/** @param {string} name */
const isChosen = (name) => (names.length === 0 || names.includes(name)) && (!failed || name in failed)

await installMissing()
const browserProblem = isChosen('e2e') ? await prepareBrowser() : ''
if (browserProblem) console.error(browserProblem)

let total = none
/** @type {Record<string, import('./test/failures.mjs').Failure[]>} */
const failures = {}
const waiting = Object.entries(checks).filter(([name]) => isChosen(name))
await Promise.all([runAll(waiting), runAll(waiting)])
await runAll(Object.entries(tests).filter(([name]) => isChosen(name)))
saveFailures(failures)
for (const line of linesOfFailures(failures)) console.log(line)
console.log(lineOf(total))
process.exitCode = total.failed > 0 ? 1 : 0

/**
 * Runs stages of the queue one after another until it is empty. Another lane may take stages from it too.
 * @param {[string, Stage][]} queue
 */
async function runAll(queue) {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [name, stage] = next
    const result = await report(name, stage)
    total = sum(total, result.counts)
    failures[name] = result.failures
  }
}

/** @returns {Promise<string>} what the user must do if there is no browser, or an empty text */
async function prepareBrowser() {
  try {
    await ensureChromium()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Runs a stage and prints its result. @param {string} name @param {Stage} stage @returns {Promise<Result>}
 */
async function report(name, stage) {
  const startedAt = performance.now()
  const isHopeless = name === 'e2e' && browserProblem
  const result = isHopeless ? withoutBrowser() : await stage({ files: failed?.[name] ?? [], isRelease })
  const { counts, output, note } = result
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const verdict = counts.failed > 0 ? 'FAILED' : 'ok'
  const said = note ? `${lineOf(counts)} (${note})` : lineOf(counts)
  console.log(`${name.padEnd(10)}${verdict.padEnd(8)}${seconds.padStart(6)} s   ${said}`)
  if (counts.failed > 0) process.stdout.write(`${output.trimEnd()}\n\n`)
  return result
}

/** @returns {Result} */
function withoutBrowser() {
  const failures = [{ name: 'no browser', reason: browserProblem }]
  return { counts: { ...none, failed: 1 }, output: `${browserProblem}\n`, failures }
}
