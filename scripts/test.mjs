// @ts-check
import { ensureChromium } from './chromium.mjs'
import { installMissing } from './install.mjs'
import { lineOf, none, sum } from './test-counts.mjs'
import { stages } from './test-stages.mjs'

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !stages[name])
if (unknown) {
  console.error(`There are no tests called ${unknown}, but ${Object.keys(stages).join(', ')}`)
  process.exit(2)
}
const chosen = Object.entries(stages).filter(([name]) => asked.length === 0 || asked.includes(name))

await installMissing()
const browserProblem = chosen.some(([name]) => name === 'e2e') ? await prepareBrowser() : ''
if (browserProblem) console.error(browserProblem)

let total = none
for (const [name, run] of chosen) total = sum(total, await report(name, run))
console.log(lineOf(total))
process.exitCode = total.failed > 0 ? 1 : 0

/** @returns {Promise<string>} what a person must do, where there is no browser */
async function prepareBrowser() {
  try {
    await ensureChromium()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Runs a stage and says how it went. @param {string} name @param {() => Promise<import('./test-stages.mjs').Result>} run */
async function report(name, run) {
  const startedAt = performance.now()
  const isHopeless = name === 'e2e' && browserProblem
  const { counts, output } = isHopeless
    ? { counts: { ...none, failed: 1 }, output: `${browserProblem}\n` }
    : await run()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const verdict = counts.failed > 0 ? 'FAILED' : 'ok'
  console.log(`${name.padEnd(8)}${verdict.padEnd(8)}${seconds.padStart(6)} s   ${lineOf(counts)}`)
  if (counts.failed > 0) process.stdout.write(`${output.trimEnd()}\n\n`)
  return counts
}
