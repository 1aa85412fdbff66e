import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAccount, giveTo } from './account.ts'
import { createCluster } from './cluster.ts'
import { EmbeddedDatabaseError } from './errors.ts'
import { makeFolder } from './testing.ts'

/** Creates a cluster with a fake `initdb` that fails. @returns the error message */
async function failWith(script: string): Promise<string> {
  const folder = await makeFolder()
  const account = await findAccount()
  const bin = path.join(folder, 'bin')
  await mkdir(bin)
  await writeFile(path.join(bin, 'initdb'), `#!/bin/sh\n${script}\n`)
  await chmod(path.join(bin, 'initdb'), 0o755)
  await giveTo(account, folder)
  const made = createCluster(folder, { directory: folder, version: '18.4' }, account)
  const error: unknown = await made.then(
    () => undefined,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(EmbeddedDatabaseError)
  expect(await readdir(folder)).not.toContain('cluster')
  return error instanceof Error ? error.message : ''
}

const clearing = 'echo "initdb: removing contents of data directory \\"x\\"" >&2; exit 1'
const progress = 'echo "The files belonging to this database system will be owned by user \\"artel\\"."'

// The fake programs are shell scripts.
describe.skipIf(process.platform === 'win32')('an initdb that fails', () => {
  it.each<[string, string, RegExp]>([
    [
      'its own error',
      `${progress}; echo "initdb: error: could not write file: No space left on device" >&2; ${clearing}`,
      /: initdb: error: could not write file: No space left on device$/,
    ],
    [
      'what PostgreSQL has told it',
      `${progress}; printf 'FATAL:  could not create shared memory segment: No space left on device\\nDETAIL:  Failed system call was shmget.\\nchild process exited with exit code 1\\n' >&2; ${clearing}`,
      /: initdb: FATAL: {2}could not create shared memory segment: No space left on device; DETAIL: {2}Failed system call was shmget\.; child process exited with exit code 1$/,
    ],
    [
      'a library that is missing',
      'echo "initdb: error while loading shared libraries: libicu.so.60: cannot open shared object file" >&2; exit 127',
      /: initdb: error while loading shared libraries: libicu\.so\.60: cannot open shared object file$/,
    ],
    ['only that it has cleared up', clearing, /: initdb: .+$/],
    ['nothing', 'exit 3', /: initdb: it ended with code 3$/],
    ['nothing, as it was killed', 'kill -9 $$', /: initdb: it ended with SIGKILL$/],
  ])('is reported in one line with %s', async (_, script, reason) => {
    expect(await failWith(script)).toMatch(reason)
  })

  it('is reported if it cannot be started', async () => {
    const folder = await makeFolder()
    const made = createCluster(folder, { directory: folder, version: '18.4' }, undefined)
    await expect(made).rejects.toThrow(/: initdb: spawn .*ENOENT$/)
  })
})
