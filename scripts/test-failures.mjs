// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './processes.mjs'

/**
 * A test that failed. Without a file: a whole program, such as the linter.
 * @typedef {{ file?: string, name: string, reason: string }} Failure
 */
/** @typedef {Record<string, string[]>} FilesByStage files relative to the workspace of the stage; none: the whole stage */

/** What the next `npm test -- --failed` runs. */
const record = join(root, 'node_modules/.cache/artel/failed-tests.json')
const longestReason = 300
/** What fits into the last lines of an output. */
const mostShown = 15

/**
 * The failures in a report of vitest's JSON reporter.
 * @param {string} report path of the file
 * @param {string} folder of the workspace, which files are named from
 * @returns {Failure[]}
 */
export function readFailures(report, folder) {
  if (!existsSync(report)) return []
  /** @type {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[]} */
  const files = JSON.parse(readFileSync(report, 'utf8')).testResults
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(folder, name)
    const failed = assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ file, name: fullName, reason: shorten(failureMessages[0]) }))
    // A file that could not be read, or whose beforeAll failed, has no failed test of its own.
    if (status !== 'failed' || failed.length > 0) return failed
    return [{ file, name: 'the whole file', reason: shorten(message) }]
  })
}

/** The line that says what is wrong. @param {string | undefined} text */
const shorten = (text) =>
  (text ?? '')
    .split('\n')
    .find((line) => line.trim())
    ?.trim()
    .slice(0, longestReason) ?? 'no reason was given'

/** @param {Failure} failure @param {string} stage */
const lineOfFailure = ({ file, name, reason }, stage) =>
  `  ${[stage, file, name].filter(Boolean).join(' · ')}: ${reason}`

/**
 * What a run ends with: each failure in a line.
 * @param {Record<string, Failure[]>} failures by stage
 */
export function linesOfFailures(failures) {
  const lines = Object.entries(failures).flatMap(([stage, all]) =>
    all.map((one) => lineOfFailure(one, stage)),
  )
  if (lines.length === 0) return []
  const more = lines.length > mostShown ? [`  … and ${lines.length - mostShown} more, above`] : []
  return ['Failed (npm test -- --failed runs these again):', ...lines.slice(0, mostShown), ...more]
}

/** Keeps what failed for the next run with `--failed`. @param {Record<string, Failure[]>} failures by stage */
export function saveFailures(failures) {
  const failed = Object.entries(failures).filter(([, all]) => all.length > 0)
  if (failed.length === 0) return rmSync(record, { force: true })
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(
    record,
    JSON.stringify(Object.fromEntries(failed.map(([stage, all]) => [stage, filesOf(all)]))),
  )
}

/** Without a file the whole stage has failed. @param {Failure[]} failures */
function filesOf(failures) {
  const files = failures.map(({ file }) => file)
  return files.some((file) => !file) ? [] : [...new Set(files)]
}

/** @returns {FilesByStage} */
export const loadFailures = () => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {})
