import { join } from 'node:path'
import pg from 'pg'
import { readDatabase } from './server.ts'
import { site } from './site.ts'

/**
 * Inserts a forgotten shift of yesterday into the database, because no test can wait for the end of a day.
 * The shift lasts from 09:00 to 18:00 in the company's timezone, three hours ahead of UTC.
 * @returns its day
 */
export async function leaveForgotten(userId: number): Promise<string> {
  const day = new Date(Date.now() + 3 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)
  const client = new pg.Client(await connection())
  await client.connect()
  try {
    await client.query(
      `insert into shifts (company_id, user_id, day, started_at, ended_at, worked_seconds, source, confirmed,
        planned_ended_at, punched_started_at, created_at)
      select company_id, id, $2::date, $3, $4, 32400, 'auto', false, $4, $3, $3 from users where id = $1`,
      [userId, day, `${day}T06:00:00Z`, `${day}T15:00:00Z`],
    )
  } finally {
    await client.end()
  }
  return day
}

async function connection(): Promise<pg.ClientConfig> {
  const { folder: host, password } = await readDatabase(join(site().dataDir, 'postgres'))
  return { host, user: 'artel', database: 'artel', password }
}
