// @ts-check
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { findPostgres } from './postgres.mjs'

/** The version that is found if these versions are installed. @param {string[]} versions */
function findAmong(versions) {
  const folder = mkdtempSync(join(tmpdir(), 'artel-versions-'))
  try {
    for (const version of versions) {
      mkdirSync(join(folder, version, 'bin'), { recursive: true })
      writeFileSync(join(folder, version, 'bin/initdb'), '')
    }
    return findPostgres(folder)?.version
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('findPostgres takes the oldest supported version', () => {
  assert.equal(findAmong(['17', '9.6', '14', '15', '16']), '15')
  assert.equal(findAmong(['18', '16']), '16')
})

test('findPostgres ignores unsupported versions', () => {
  assert.equal(findAmong(['13', '14']), undefined)
  assert.equal(findPostgres('/nowhere'), undefined)
})
