// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../processes.mjs'

/**
 * A failed test. Without a file: a whole program, such as the linter.
 * @typedef {{ file?: string, name: string, reason: string }} Failure
 */
/**
 * Files relative to the workspace of the stage; an empty list means the whole stage.
 * @typedef {Record<string, string[]>} FilesByStage
 */

/** The list that the next `npm test -- --failed` reads. */
const record = join(root, 'node_modules/.cache/artel/failed-tests.json')
/** Maximum characters of the reason of a failure. */
export const longestReason = 500
/** Maximum of lines, so that the end of the output shows them all. */
const maxShown = 15

/**
 * The failures in a report of vitest's JSON reporter.
 * @param {string} report path of the file
 * @param {string} folder of the workspace; the names of files are relative to it
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
    // A file that cannot be loaded, or whose beforeAll fails, has no failed test.
    if (status !== 'failed' || failed.length > 0) return failed
    return [{ file, name: 'the whole file', reason: shorten(message) }]
  })
}

/** The first line that is not blank. @param {string | undefined} text */
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
 * The lines at the end of a run: one for each failure.
 * @param {Record<string, Failure[]>} failures by stage
 */
export function linesOfFailures(failures) {
  const lines = Object.entries(failures).flatMap(([stage, all]) =>
    all.map((one) => lineOfFailure(one, stage)),
  )
  if (lines.length === 0) return []
  const more = lines.length > maxShown ? [`  … and ${lines.length - maxShown} more, above`] : []
  return ['Failed (npm test -- --failed runs these again):', ...lines.slice(0, maxShown), ...more]
}

/**
 * Saves the failures for the next run with `--failed`. @param {Record<string, Failure[]>} failures by stage
 */
export function saveFailures(failures) {
  const failed = Object.entries(failures).filter(([, all]) => all.length > 0)
  if (failed.length === 0) return rmSync(record, { force: true })
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(
    record,
    JSON.stringify(Object.fromEntries(failed.map(([stage, all]) => [stage, filesOf(all)]))),
  )
}

/** A failure without a file means the whole stage. @param {Failure[]} failures */
function filesOf(failures) {
  const files = failures.map(({ file }) => file)
  return files.some((file) => !file) ? [] : [...new Set(files)]
}

/** @returns {FilesByStage} */
export const loadFailures = () => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {})
