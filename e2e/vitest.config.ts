import { defineConfig } from 'vitest/config'

const shared = {
  // Of one kind side by side they would only disturb each other's time.
  fileParallelism: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A second is little on a machine that has much else to do.
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'journeys',
          ...shared,
          include: ['src/*.test.ts'],
          // They share one server, too.
          globalSetup: ['src/global-setup.ts'],
        },
      },
      // Servers of their own, that are killed, starved and waited for.
      {
        test: {
          name: 'processes',
          ...shared,
          include: ['src/processes/*.test.ts'],
          globalSetup: ['src/processes/global-setup.ts'],
        },
      },
    ],
  },
})
