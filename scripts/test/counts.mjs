// @ts-check
import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {import('../processes.mjs').Ended} Ended */

/** @type {Counts} */
export const none = { passed: 0, failed: 0, skipped: 0 }

/** @param {Counts} a @param {Counts} b @returns {Counts} */
export const sum = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

/** @param {Counts} counts */
export function lineOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Counts a whole program as one test. @param {Ended} ended @returns {Counts} */
export const asOneTest = ({ code }) => (code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 })

/**
 * Reads the summary at the end of the output of `node --test --test-reporter=tap`.
 * @param {Ended} ended @returns {Counts}
 */
export function countNodeTests({ code, output }) {
  /** @param {string} name */
  const read = (name) => Number(output.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))?.[1] ?? 0)
  const skipped = read('skipped') + read('todo')
  return distrust({ passed: read('pass'), failed: read('fail') + read('cancelled'), skipped }, code)
}

/** Reads the file of vitest's JSON reporter. @param {Ended} ended @param {string} file @returns {Counts} */
export function countVitest({ code }, file) {
  if (!existsSync(file)) return { ...none, failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  // A file that cannot be loaded, or whose beforeAll fails, has no failed test.
  const brokenFiles = report.testResults.filter(
    (
      /** @type {{ status: string, assertionResults: { status: string }[] }} */ { status, assertionResults },
    ) => status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  )
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return distrust(counts, code)
}

/**
 * A run that failed or had no tests counts as failed, whatever its counts.
 * @param {Counts} counts @param {number} code
 */
function distrust(counts, code) {
  const isWrong = code !== 0 || counts.passed + counts.failed + counts.skipped === 0
  return isWrong && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
