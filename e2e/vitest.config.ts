import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longestReason } from '../scripts/test/failures.mjs'

const shared = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A second is little on a machine that has much else to do.
  expect: { poll: { timeout: 10_000 } },
  // Otherwise the message of a failed comparison names only the length of a longer list.
  chaiConfig: { truncateThreshold: longestReason },
}

/**
 * They kill servers and start them again, which is much waiting. What they hold of time is seconds where a calm machine
 * takes a fraction. All others judge how long somebody waits or how much memory is taken, which a neighbour would disturb.
 */
const together = ['balancer', 'durability', 'kills', 'ledger-model', 'lists', 'log', 'process', 'stop'].map(
  (name) => `src/processes/${name}.test.ts`,
)

/** Each of these files takes minutes. If they ran last, one worker would have nothing to do meanwhile. */
const longest = ['dialogs', 'layout', 'failed-reads'].map((name) => `/src/frame/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((end) => moduleId.endsWith(end))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Two files at once use 80% of two processors. Three were no faster, and more tests ran into their time limits.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'journeys',
          ...shared,
          // All test files of a worker run in one process, because they share a browser (`useBrowser`).
          isolate: false,
          include: ['src/**/*.test.ts'],
          exclude: ['src/processes/*.test.ts'],
          globalSetup: ['src/demo-setup.ts', 'src/global-setup.ts'],
        },
      },
      // Each file starts servers of its own. They run after all journeys: first two files at a time, then one at a time.
      {
        test: {
          name: 'processes',
          ...shared,
          include: together,
          globalSetup: ['src/demo-setup.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'processes-alone',
          ...shared,
          include: ['src/processes/*.test.ts'],
          exclude: together,
          fileParallelism: false,
          globalSetup: ['src/demo-setup.ts'],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
