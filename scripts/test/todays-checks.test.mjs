// @ts-check
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isToday, testDay } from './todays-checks.mjs'

const indexes = [0, 1, 2, 3, 4, 5, 6]

test('each check is made exactly once in a period', () => {
  for (const index of indexes) {
    const made = ['20786', '20787', '20788', '20789'].filter((day) => isToday(index, 4, day))
    assert.equal(made.length, 1)
  }
})

test('the checks of a day are as many as those of another day', () => {
  const count = (/** @type {string} */ day) => indexes.filter((index) => isToday(index, 4, day)).length
  assert.deepEqual(['8', '9', '10', '11'].map(count).sort(), [1, 2, 2, 2])
})

test('all checks are made before a release', () => {
  assert.ok(indexes.every((index) => isToday(index, 4, 'all')))
})

test('a run without TEST_DAY makes the checks of some day', { skip: process.env.TEST_DAY }, () => {
  assert.match(testDay, /^\d{5}$/)
})
