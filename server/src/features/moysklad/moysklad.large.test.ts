import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { upkeepBatch } from '../../database/upkeep.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { MoySkladExchange } from '../../testing/moysklad/moysklad-exchange.ts'
import { readProduct } from '../../testing/moysklad/moysklad-items.ts'
import { buildTeam } from '../../testing/rows/team.ts'

// On a database of its own, because a trigger is added to a table.
const test_ = useLoneTestApp()

test('a connection with a large catalogue is removed in statements of limited size', async () => {
  const { db, people, as } = await buildTeam(test_)
  const exchange = await MoySkladExchange.open(test_.root, db, people.owner)
  await exchange.read(readProduct())
  await db.query(sql`
    insert into moysklad_items (company_id, kind, moy_sklad_id, title, data, read_at)
    select company_id, kind, gen_random_uuid()::text, title, data, read_at
    from moysklad_items, generate_series(1, ${upkeepBatch}::int4) where company_id = ${db.companyId}`)
  await sql`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from removed) > ${sql.lit(upkeepBatch)} then raise exception 'too many at once'; end if;
      return null;
    end $$`.execute(test_.root)
  await sql`
    create trigger refuse_many after delete on moysklad_items referencing old table as removed
    for each statement execute function refuse_many()`.execute(test_.root)
  expect((await as.owner.send('DELETE', '/company/moi_sklad')).statusCode).toBe(200)
  expect(await db.from('moysklad_connections').select('company_id').execute()).toEqual([])
  expect(await db.from('moysklad_items').select('id').execute()).toEqual([])
})
