import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readPassword } from './password.ts'

/** Asks for a password on a terminal where a person types `lines`. */
async function ask(...lines: string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const [stdout, stderr] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })]
  const terminal = { env: {}, stdin, stdout, stderr }
  const task = { terminal, options: {}, words: [], say: () => {}, note: () => {} }
  const asked = readPassword(task, 'owner@artel.test')
  for (const line of lines) {
    await new Promise((resolve) => stderr.once('readable', resolve))
    stdin.write(line)
  }
  const password = await asked.catch((error: Error) => error.message)
  return { password, shown: String(stderr.read() ?? '') + String(stdout.read() ?? '') }
}

test('does not show the typed password', async () => {
  const { password, shown } = await ask('right horse battery\r', 'right horse battery\r')
  expect(password).toBe('right horse battery')
  expect(shown).toBe('Password: \nOnce more: \n')
})

test('rejects two passwords that differ', async () => {
  expect(await ask('right horse battery\r', 'right horse buttery\r')).toMatchObject({
    password: 'The two passwords differ',
  })
})

test.each(['password123', 'owner@artel.test'])('rejects the easily guessed password %s', async (typed) => {
  const { password } = await ask(`${typed}\r`, `${typed}\r`)
  expect(password).toMatch(/^(This password is too common|The password cannot be)/)
})

test.each(['\u0003', '\u0004'])('returns no password after Ctrl-C or Ctrl-D', async (key) => {
  expect(await ask(key)).toMatchObject({ password: 'No password was given' })
})
