// @ts-check
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { root } from './processes.mjs'

const execute = promisify(execFile)
const script = join(root, 'scripts/node.mjs')

test('prints the path of the running Node.js if it is recent enough', async () => {
  const { stdout } = await execute(process.execPath, [script])
  assert.equal(stdout.trim(), process.execPath)
})

test('runs a script with its arguments and exit code', async () => {
  const failed = await execute(process.execPath, [script, 'test.mjs', 'nonsense']).catch((error) => error)
  assert.equal(failed.code, 2)
})

test('every command of package.json uses node.mjs, so that none runs on an older Node.js', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const ours = Object.entries(scripts).filter(([, command]) => command.includes('scripts/'))
  assert.deepEqual(
    ours.filter(([, command]) => !command.includes('node scripts/node.mjs')),
    [],
  )
})

test('accepts the same oldest Node.js version as package.json', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, major, minor] = /const oldestNode = \[(\d+), (\d+)\]/.exec(readFileSync(script, 'utf8')) ?? []
  assert.equal(engines.node, `>=${major}.${minor}`)
})
