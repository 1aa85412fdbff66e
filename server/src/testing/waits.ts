import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Root } from '../database/open.ts'

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
    { timeout: 10_000, interval: 10 },
  )
