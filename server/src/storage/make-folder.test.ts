import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'artel-folders-'))
})
afterAll(() => rm(home, { recursive: true }))

test('creates a folder with its parents, also concurrently', async () => {
  const path = join(home, 'one/two/three')
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(home, 'one/two/other'))])
  expect((await stat(path)).isDirectory()).toBe(true)
  await makeFolder(path)
})

test('creates a folder whose parents another process creates between two steps', async () => {
  // The parents appear at a different moment in each round.
  const rounds = Array.from({ length: 300 }, (_, round) => join(home, `round-${round}/a/b`))
  for (const path of rounds) {
    const together = ['c/d', 'c', 'c/e/f', '.'].map((below) => makeFolder(join(path, below)))
    await Promise.all(together)
  }
  expect((await stat(join(home, 'round-299/a/b/c/e/f'))).isDirectory()).toBe(true)
})

test('accepts a link to a folder, but not a file', async () => {
  await symlink(home, join(home, 'link'))
  await makeFolder(join(home, 'link'))
  await writeFile(join(home, 'file'), '')
  await expect(makeFolder(join(home, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(join(home, 'file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test.runIf(process.platform === 'linux')('reports a folder that the kernel does not create', async () => {
  await expect(makeFolder('/proc/artel')).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/artel' })
})
