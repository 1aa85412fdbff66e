// @ts-check
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { linesOfFailures, readFailures } from './failures.mjs'

/** The failures in a report of these files. @param {object[]} testResults */
function readFrom(testResults) {
  const folder = mkdtempSync(join(tmpdir(), 'artel-failures-'))
  try {
    writeFileSync(join(folder, 'report.json'), JSON.stringify({ testResults }))
    return readFailures(join(folder, 'report.json'), '/artel/server')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const name = '/artel/server/src/tasks.test.ts'

test('readFailures names the file, the test and the first line of the reason', () => {
  const failed = {
    status: 'failed',
    fullName: 'tasks are paid',
    failureMessages: ['\nError: 1 is not 2\n  at x'],
  }
  const passed = { status: 'passed', fullName: 'tasks are listed', failureMessages: [] }
  assert.deepEqual(readFrom([{ name, status: 'failed', message: '', assertionResults: [passed, failed] }]), [
    { file: 'src/tasks.test.ts', name: 'tasks are paid', reason: 'Error: 1 is not 2' },
  ])
})

test('readFailures names a file that could not be read', () => {
  const broken = { name, status: 'failed', message: 'Cannot find module', assertionResults: [] }
  assert.deepEqual(readFrom([broken]), [
    { file: 'src/tasks.test.ts', name: 'the whole file', reason: 'Cannot find module' },
  ])
})

test('readFailures finds nothing if all tests passed', () => {
  const passed = { status: 'passed', fullName: 'tasks are listed', failureMessages: [] }
  assert.deepEqual(readFrom([{ name, status: 'passed', message: '', assertionResults: [passed] }]), [])
})

test('linesOfFailures fits into twenty lines for many failures', () => {
  const failures = Array.from({ length: 40 }, (_, index) => ({ name: `test ${index}`, reason: 'no' }))
  const lines = linesOfFailures({ server: failures })
  assert.ok(lines.length <= 18, `${lines.length} lines`)
  assert.match(lines.at(-1) ?? '', /25 more/)
  assert.deepEqual(linesOfFailures({ server: [] }), [])
})
