import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import { numbers, texts } from '../../../database/queries/arrays.ts'

type Key = { itemId: number; type: string; value: string }

/** Deletes the keys of items. @returns the deleted keys */
export const deleteKeys = (db: Db, itemIds: readonly number[]) =>
  db.query(sql<{ key: string; item_id: number }>`
    delete from moysklad_keys where company_id = ${db.companyId} and item_id = any(${numbers(itemIds)})
    returning key, item_id`)

// Maximum characters of a key, because index entries are limited in size. All keys of our rows are shorter,
// so a cut key matches none of them.
const longestKey = 300

/** Saves keys. Normalizes articles and names like the indexes on our rows. @returns all given keys */
export const insertKeys = (db: Db, keys: readonly Key[]) =>
  db.query(sql<{ key: string }>`
    with given as materialized (
      select item_id, type || ' ' || left(case type when 'a' then look_of(value) when 'n' then lower(value)
        else value end, ${longestKey}) as key
      from unnest(${numbers(keys.map(({ itemId }) => itemId))}, ${texts(keys.map(({ type }) => type))},
        ${texts(keys.map(({ value }) => value))}) as given (item_id, type, value)
    ), added as (
      insert into moysklad_keys (company_id, key, item_id) select ${db.companyId}, key, item_id from given
      on conflict do nothing
    )
    select distinct key from given`)

/**
 * Marks items with one of these keys to be planned again: ambiguous and invalid items, and bundles with such
 * a component.
 */
export async function wakeByKeys(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db.query(sql`
    update moysklad_items set is_waiting = true, is_planned = false
    where company_id = ${db.companyId} and gone_at is null and not (is_waiting and not is_planned)
      and id = any(array(select item_id from moysklad_keys
        where company_id + 0 = ${db.companyId} and key = any(${texts(keys)})))
      and (plan in ('ambiguous', 'invalid') or exists (select from moysklad_keys as parts
        where parts.company_id = moysklad_items.company_id and parts.item_id = moysklad_items.id
          and parts.key = any(${texts(keys.filter((key) => key.startsWith('c ')))})))`)
}
