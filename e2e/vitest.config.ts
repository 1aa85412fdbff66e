import { defineConfig } from 'vitest/config'

const shared = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A second is little on a machine that has much else to do.
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    // A browser waits for its server about a third of the time, so that two journeys at once fill two processors.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'journeys',
          ...shared,
          include: ['src/*.test.ts'],
          globalSetup: ['src/global-setup.ts'],
        },
      },
      // Servers of their own, that are killed, starved and waited for.
      {
        test: {
          name: 'processes',
          ...shared,
          // Several at once would disturb each other's time.
          fileParallelism: false,
          include: ['src/processes/*.test.ts'],
          globalSetup: ['src/processes/global-setup.ts'],
        },
      },
    ],
  },
})
