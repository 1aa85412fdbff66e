import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { longestReason } from '../scripts/test/failures.mjs'

/**
 * These replace a module, look at what a process keeps for as long as it lives, or measure a process, which takes longer
 * in one that holds the memory of other files.
 */
const alone = [
  'src/database/connection/prepared-client.test.ts',
  'src/features/auth/auth.login.test.ts',
  'src/features/multimedia/multimedia.files.test.ts',
  'src/features/moysklad/client/answers.test.ts',
  'src/http/body/worst-texts.test.ts',
  'src/http/answers/gzip.test.ts',
  'src/lists/list-file.test.ts',
  'src/labels/drawing/fallbacks.test.ts',
  'src/testing/own-programs.test.ts',
]

/** Tests of the embedded PostgreSQL itself. They give the same result with every TEST_DATABASE_URL. */
const embedded = ['src/database/embedded/*.test.ts']

const shared = {
  setupFiles: ['src/testing/after-each-file.ts'],
  // They end what hangs. A slow machine with much else to do needs several times as long as a quiet one.
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // A second is little on a machine that has much else to do.
  expect: { poll: { timeout: 10_000 } },
  // Otherwise the message of a failed comparison names only the length of a longer list.
  chaiConfig: { truncateThreshold: longestReason },
}

/** Reading the whole product anew for each file takes as long as the tests of many a file. */
const sharedProcess = { ...shared, isolate: false }

export default defineConfig({
  test: {
    // Once for all projects: what the processes of tests take from their environment can be of one set-up only.
    globalSetup: ['src/testing/global-setup.ts'],
    // Tests wait for PostgreSQL and for timers: with two workers, two cores were idle for 30% of the time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'together',
          ...sharedProcess,
          include: ['src/**/*.test.ts'],
          exclude: [...alone, ...embedded],
        },
      },
      { test: { name: 'embedded', ...sharedProcess, include: embedded } },
      { test: { name: 'alone', ...shared, include: alone } },
    ],
  },
})
