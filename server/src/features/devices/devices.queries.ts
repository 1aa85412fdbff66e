import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db, Draft } from '../../database/db.ts'
import { deleteRows } from '../../database/upkeep.ts'

const columns = ['id', 'name', 'created_at', 'seen_at', 'delivered_at', 'failed_at', 'failure'] as const

export const listDeviceRows = (db: Db, userId: number) =>
  db
    .from('push_devices')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute()

type Known = { company_id: number; id: number; user_id: number; p256dh: string; auth: string }

/** Locks the device with this endpoint, in any company, because an endpoint belongs to one person. */
export async function lockEndpoint(db: Db, endpoint: string): Promise<Known | undefined> {
  const [row] = await db.query(sql<Known>`
    select company_id, id, user_id, p256dh, auth from push_devices where endpoint = ${endpoint} for update`)
  return row
}

/** Deletes the device, also one of another company, because the actor has the browser now. */
export async function dropEndpoint(db: Db, { company_id, id }: Known): Promise<void> {
  await db.query(sql`delete from push_devices where company_id = ${company_id} and id = ${id}`)
}

type DeviceDraft = Omit<Draft<'push_devices'>, 'created_at' | 'seen_at'>

/** @returns the new row; undefined if another request has just inserted the endpoint */
export const insertDevice = (db: Db, draft: DeviceDraft) =>
  db
    .insert('push_devices', { ...draft, created_at: nowIso(), seen_at: nowIso() })
    .onConflict((conflict) => conflict.column('endpoint').doNothing())
    .returning(columns)
    .executeTakeFirst()

export const touchDevice = (db: Db, id: number, fields: Pick<DeviceDraft, 'session_hash' | 'name'>) =>
  db
    .update('push_devices', { ...fields, seen_at: nowIso() })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Deletes all devices of a person except the `most` last seen. */
export async function trimDevices(db: Db, userId: number, most: number): Promise<void> {
  await db.query(sql`
    delete from push_devices where company_id = ${db.companyId} and id in (
      select id from push_devices where company_id = ${db.companyId} and user_id = ${userId}
      order by seen_at desc, id desc offset ${most}
    )`)
}

/** Deletes all devices of a person. */
export async function deleteDevicesOf(db: Db, userId: number): Promise<void> {
  await db.remove('push_devices').where('user_id', '=', userId).execute()
}

export async function deleteDevice(db: Db, userId: number, id: number): Promise<boolean> {
  const remove = db.remove('push_devices').where('user_id', '=', userId).where('id', '=', id)
  return (await remove.executeTakeFirstOrThrow()).numDeletedRows > 0n
}

/** @returns the id of the deleted device, if any */
export async function deleteByEndpoint(
  db: Db,
  userId: number,
  endpoint: string,
): Promise<number | undefined> {
  const remove = db.remove('push_devices').where('user_id', '=', userId).where('endpoint', '=', endpoint)
  return (await remove.returning('id').executeTakeFirst())?.id
}

/** Deletes devices on which the app was last opened before `before`, over all companies. */
export const deleteUnseen = (root: Root, before: string, signal: AbortSignal): Promise<void> =>
  deleteRows(root, 'push_devices', sql`seen_at < ${before}`, signal)

/** A queued copy for a device. */
export type Copy = {
  device_id: number
  notification_id: number | null
  tag: string
  title: string
  body: string
  url: string
  is_urgent: boolean
  due_at: string
  expires_at: string
}

/** Queues copies. A copy with the same tag that is already queued for the device stays as it is. */
export async function insertCopies(db: Db, copies: readonly Copy[]): Promise<void> {
  await db.query(sql`
    insert into push_deliveries (company_id, device_id, notification_id, origin, tag, title, body, url, is_urgent,
      due_at, expires_at)
    select push_devices.company_id, push_devices.id, notification_id, origin, tag, title, body, url, is_urgent,
      due_at, expires_at
    from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as copy (device_id bigint, notification_id bigint,
      tag text, title text, body text, url text, is_urgent boolean, due_at timestamptz, expires_at timestamptz)
    join push_devices on push_devices.company_id = ${db.companyId} and push_devices.id = copy.device_id
    order by push_devices.id
    on conflict on constraint push_deliveries_one_of_tag do nothing`)
}

/** Returns the device ids of a person, for a test push to all of them. */
export async function deviceIdsOf(db: Db, userId: number): Promise<number[]> {
  return (await db.from('push_devices').select('id').where('user_id', '=', userId).execute()).map(
    ({ id }) => id,
  )
}
