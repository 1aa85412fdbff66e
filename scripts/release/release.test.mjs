// @ts-check
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../processes.mjs'
import { isCompatible } from './licences.mjs'

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

test('a shell reads the settings of the installation as systemd does, whatever a password contains', (context) => {
  const guide = readFileSync(join(root, 'docs/deploy.md'), 'utf8')
  const lines = /<<'EOF'\n(?<lines>.*?)\n +EOF\n/s.exec(guide)?.groups?.lines?.split('\n') ?? []
  const password = 'a&b$HOME;c d"e\\f`id`#'
  const written = lines.map((line) => line.trim().replace('PASSWORD', () => password))
  // systemd takes everything between single quotes literally.
  const expected = written.map((line) => /^(?<name>\w+)='(?<value>[^']*)'$/.exec(line)?.groups)
  assert.ok(expected.some((setting) => setting?.value?.includes(password)))
  const folder = mkdtempSync(join(tmpdir(), 'artel-settings-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'artel.env')
  writeFileSync(file, `${written.join('\n')}\n`)
  const script = `set -a; . "${file}"; set +a; exec "${process.execPath}" -p 'JSON.stringify(process.env)'`
  const read = JSON.parse(execFileSync('sh', ['-c', script], { env: {}, encoding: 'utf8' }))
  for (const [at, setting] of expected.entries())
    assert.equal(setting?.name && read[setting.name], setting?.value ?? 'single quotes', written[at])
})
