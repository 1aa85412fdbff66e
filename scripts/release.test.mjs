// @ts-check
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './processes.mjs'
import { isCompatible } from './release-licences.mjs'

test('a release takes only licences that are known to be compatible', () => {
  for (const term of ['MIT', '(MIT OR GPL-2.0-only)', 'MIT AND OFL-1.1', '(MPL-2.0 OR Apache-2.0)'])
    assert.equal(isCompatible(term), true, term)
  for (const term of [
    undefined,
    '',
    'UNLICENSED',
    'GPL-2.0-only',
    'MIT AND CC-BY-NC-4.0',
    'SEE LICENSE IN x',
  ])
    assert.equal(isCompatible(term), false, term)
})

test('all workspaces have the same version and licence', () => {
  /** @param {string} folder */
  const read = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const { version, license, workspaces } = read('.')
  for (const folder of workspaces) {
    const { version: own, license: ownLicense } = read(folder)
    assert.deepEqual([folder, own, ownLicense], [folder, version, license])
  }
  assert.match(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), new RegExp(`^## ${version}$`, 'm'))
})
