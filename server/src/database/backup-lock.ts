import { sql } from 'kysely'
import type pg from 'pg'
import type { Root } from './open.ts'

/**
 * Shared by backups from before their snapshot until their last file is packed, and held alone by a restore. It belongs
 * to the command's connection, so it goes with a command that dies.
 */
const backupLock = 7_304_114

// Seconds until the server gives up on a machine that is gone. It has no effect on a socket of this machine.
const keepAlive = `set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3;
  set idle_session_timeout = 0`

/** @returns false where a restore is running */
export const lockForBackup = (client: pg.Client) => tryLock(client, 'pg_try_advisory_lock_shared')

/** @returns false where a backup or another restore is running */
export const lockForRestore = (client: pg.Client) => tryLock(client, 'pg_try_advisory_lock')

async function tryLock(client: pg.Client, call: string): Promise<boolean> {
  await client.query(keepAlive)
  const { rows } = await client.query<{ locked: boolean }>(`select ${call}($1) as locked`, [backupLock])
  return rows[0]?.locked === true
}

/**
 * Whether a backup or a restore is running. Of a row that was gone before this said no, a backup that begins later
 * knows nothing, so its files may go.
 */
export async function isBackupRunning(root: Root): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`select exists (
      select from pg_locks where locktype = 'advisory' and granted and objsubid = 1 and classid = 0
        and objid = ${backupLock} and database = (select oid from pg_database where datname = current_database())
    ) as running`.execute(root)
  return rows[0]?.running === true
}
