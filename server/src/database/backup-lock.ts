import { sql } from 'kysely'
import type pg from 'pg'
import type { Root } from './connection/open.ts'

/**
 * A backup holds it in shared mode from before its snapshot until its last file is packed. A restore holds it
 * exclusively. It belongs to the connection of the command, so it is released when the command dies.
 */
const backupLock = 7_304_114

// Seconds until the server drops the connection of a machine that is gone. No effect on a Unix socket.
const keepAlive = `set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3;
  set idle_session_timeout = 0`

/** @returns false if a restore is running */
export const lockForBackup = (client: pg.Client) => tryLock(client, 'pg_try_advisory_lock_shared')

/** @returns false if a backup or another restore is running */
export const lockForRestore = (client: pg.Client) => tryLock(client, 'pg_try_advisory_lock')

async function tryLock(client: pg.Client, call: string): Promise<boolean> {
  await client.query(keepAlive)
  const { rows } = await client.query<{ locked: boolean }>(`select ${call}($1) as locked`, [backupLock])
  return rows[0]?.locked === true
}

/**
 * Whether a backup or a restore is running. If a row was deleted before this returned false, a later backup
 * does not contain the row, so its files may be deleted.
 */
export async function isBackupRunning(root: Root): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`select exists (
      select from pg_locks where locktype = 'advisory' and granted and objsubid = 1 and classid = 0
        and objid = ${backupLock} and database = (select oid from pg_database where datname = current_database())
    ) as running`.execute(root)
  return rows[0]?.running === true
}

/**
 * Runs `work` as a restore runs: no backup and no other restore begins before it has ended. The lock belongs to the
 * transaction of `work`, because behind a pooler nothing else stays on one connection.
 * @returns the result of `work`. If a backup or a restore is running, does not wait for it and returns `otherwise`
 */
export const runUnderRestoreLock = <T>(
  root: Root,
  work: (connection: Root) => Promise<T>,
  otherwise: T,
): Promise<T> =>
  root.transaction().execute(async (connection) => {
    // The work may remove files from a slow storage.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(connection)
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${backupLock}) as locked`.execute(connection)
    return rows[0]?.locked ? work(connection) : otherwise
  })
