import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Root } from '../database/open.ts'

/** How long a test waits for what happens beside it, on a machine with much else to do. */
export const patienceMs = 10_000

/** Until somebody waits for a row that this transaction holds. */
export const somebodyWaits = (holder: Root) =>
  vi.waitFor(
    async () => {
      const { rows } =
        await sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
          holder,
        )
      expect(rows).toHaveLength(1)
    },
    { timeout: patienceMs, interval: 10 },
  )
