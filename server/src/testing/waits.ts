import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Root } from '../database/connection/open.ts'

/** How long a test waits for something concurrent on a busy machine, ms. */
export const patienceMs = 10_000

/** Waits until `count` transactions wait for locks of this transaction, directly or behind one another. */
export const somebodyWaits = (holder: Root, count = 1) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        with recursive waiting (pid) as (
          select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
          union
          select lock.pid from pg_locks as lock join waiting on waiting.pid = any(pg_blocking_pids(lock.pid))
          where not lock.granted
        )
        select from waiting`.execute(holder)
      expect(rows).toHaveLength(count)
    },
    { timeout: patienceMs, interval: 10 },
  )
