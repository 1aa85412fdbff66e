// @ts-check
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { countNodeTests, countVitest, lineOf } from './counts.mjs'

/** The counts of a vitest report. @param {object} report @param {number} code of vitest */
function countReport(report, code) {
  const folder = mkdtempSync(join(tmpdir(), 'artel-counts-'))
  const file = join(folder, 'report.json')
  try {
    const whole = {
      numPassedTests: 0,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [],
    }
    writeFileSync(file, JSON.stringify({ ...whole, ...report }))
    return countVitest({ code, output: '' }, file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const tapOf = (/** @type {string[]} */ ...lines) => lines.map((line) => `# ${line}\n`).join('')

test('passed, failed and skipped tests are counted', () => {
  const report = { numPassedTests: 3, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }
  assert.deepEqual(countReport(report, 1), { passed: 3, failed: 2, skipped: 2 })
})

test('a failed file without a failed test counts as one failure', () => {
  const file = { status: 'failed', assertionResults: [{ status: 'passed' }] }
  assert.equal(countReport({ numPassedTests: 1, testResults: [file] }, 1).failed, 1)
})

test('a failed test is not counted again with its file', () => {
  const file = { status: 'failed', assertionResults: [{ status: 'failed' }] }
  assert.equal(countReport({ numFailedTests: 1, testResults: [file] }, 1).failed, 1)
})

test('a run with a non-zero exit code counts as failed even if all its tests passed', () => {
  assert.deepEqual(countReport({ numPassedTests: 3 }, 1), { passed: 3, failed: 1, skipped: 0 })
})

test('a run without tests or without a report counts as failed', () => {
  assert.equal(countReport({}, 0).failed, 1)
  assert.equal(countVitest({ code: 0, output: '' }, '/nowhere/report.json').failed, 1)
  assert.equal(countNodeTests({ code: 0, output: '' }).failed, 1)
})

test('tests of node:test are counted', () => {
  const output = tapOf('tests 6', 'pass 2', 'fail 1', 'cancelled 1', 'skipped 1', 'todo 1')
  assert.deepEqual(countNodeTests({ code: 1, output }), { passed: 2, failed: 2, skipped: 2 })
})

test('the last line names skipped tests only if there are any', () => {
  assert.equal(lineOf({ passed: 2, failed: 0, skipped: 0 }), '2 passed, 0 failed')
  assert.equal(lineOf({ passed: 2, failed: 1, skipped: 3 }), '2 passed, 1 failed, 3 skipped')
})
