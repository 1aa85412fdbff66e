import type { MoySkladOwnership } from '@artel/contract/moysklad/moysklad'
import { type MoySkladOwner, moySkladFields } from '@artel/contract/moysklad/moysklad.line'
import { lookOf } from '@artel/contract/products/products.rules'
import { expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { MoySkladExchange } from '../../../testing/moysklad/moysklad-exchange.ts'
import { ownership, readProduct } from '../../../testing/moysklad/moysklad-items.ts'
import { buildProduct } from '../../../testing/rows/build.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { Random } from '../../../testing/values/random.ts'

const test_ = useTestApp()
const seed = Number(process.env.MOYSKLAD_SEED ?? Date.now() % 1_000_000)

type Theirs = ReturnType<typeof readProduct>

/**
 * Few articles and barcodes, so that they collide. Some have letters that look alike in both alphabets, some
 * are invalid.
 */
const articles = ['A-1', 'а-1', 'А-1', 'B-2', 'В-2', 'C-3', 'D-4', 'E-5', 'Смесь-Cmecb']
const barcodes = ['X1', 'X2', 'X3', 'X4', '4600000000015', '4600000000010', 'с пробелом']
const names = ['Тарелка', 'Чашка', 'Блюдце', 'Ваза', 'я'.repeat(201)]

class Chance {
  readonly #random: Random
  constructor(value: number) {
    this.#random = new Random(value)
  }
  below(count: number): number {
    return this.#random.between(0, count - 1)
  }
  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T // there is one
  }
  some<T>(values: readonly T[], most: number): T[] {
    if (values.length === 0) return []
    return [...new Set(Array.from({ length: this.below(most + 1) }, () => this.of(values)))]
  }
}

const drawn = (chance: Chance, theirs: readonly Theirs[]) => ({
  name: chance.of(names),
  article: chance.below(4) === 0 ? null : chance.of(articles),
  code: chance.below(3) === 0 ? null : String(chance.below(5)),
  barcodes: chance.some(barcodes, 2),
  category: chance.of([null, 'Посуда', 'Глина']),
  description: chance.of(['', 'Ручная']),
  weight_g: chance.of([null, 100, 200]),
  is_archived: chance.below(8) === 0,
  components: chance
    .some(
      theirs.filter(({ data }) => !data.is_bundle),
      2,
    )
    .map(({ moy_sklad_id }) => ({ moy_sklad_id, quantity: 1 + chance.below(3) })),
})

function drawOwners(chance: Chance): MoySkladOwnership {
  const owner = (): MoySkladOwner => chance.of(['moysklad', 'artel'])
  const product = Object.fromEntries(moySkladFields.product.map((field) => [field, owner()]))
  return ownership('moysklad', { product })
}

const shown = (db: Db) =>
  db
    .from('products')
    .select(['id', 'name', 'article', 'barcodes', 'category', 'description', 'weight_g', 'components'])
    .select(['is_active', 'moy_sklad_id', 'money', 'version'])
    .orderBy('id')
    .execute()

const state = async (db: Db) => ({
  products: await shown(db),
  items: await db
    .from('moysklad_items')
    .select(['id', 'plan', 'failures', 'written'])
    .orderBy('id')
    .execute(),
  log: (await db.from('moysklad_log').select('id').execute()).length,
})

test.each(Array.from({ length: 8 }, (_, i) => seed + i))(
  'random edits on both sides change no field that Artel owns, and end in a stable state (MOYSKLAD_SEED=%i)',
  { timeout: 60_000 },
  async (value) => {
    const chance = new Chance(value)
    const { db, people } = await buildTeam(test_)
    const exchange = await MoySkladExchange.open(test_.root, db, people.owner)
    for (const article of chance.some(['A-1', 'C-3', 'Z-9'], 3))
      await buildProduct(db, { article, name: 'Своя', money: 500, barcodes: article === 'C-3' ? ['X1'] : [] })
    const theirs: Theirs[] = []
    for (let month = 0; month < 8; month++) {
      const owners = drawOwners(chance)
      await editHere(db, chance)
      const told = editThere(chance, theirs)
      const before = new Map((await shown(db)).map((row) => [row.id, row]))
      await exchange.read(...told)
      await exchange.write(owners, 1 + chance.below(6))
      const after = await shown(db)
      for (const row of after) holdOwned(before.get(row.id), row, owners)
      holdUnique(after)
      expect(await db.from('moysklad_items').select('id').where('is_waiting', '=', true).execute()).toEqual(
        [],
      )
      // Repeat everything from the start, until items that wait for others have seen the results of those.
      for (let round = 0; round < 3; round++) {
        await exchange.wake()
        await exchange.write(owners)
      }
      const settled = await state(db)
      await exchange.read(...theirs)
      await exchange.wake()
      await exchange.plan(null, owners)
      await exchange.write(owners)
      expect(await state(db)).toEqual(settled)
    }
  },
)

/** Edits or deletes a random product in Artel. */
async function editHere(db: Db, chance: Chance): Promise<void> {
  const rows = await shown(db)
  if (rows.length === 0) return
  const { id } = chance.of(rows)
  if (chance.below(6) === 0) await db.remove('products').where('id', '=', id).execute()
  else
    await db
      .update('products', { name: 'Правка', weight_g: 777, description: 'Рукой', money: 900 })
      .where('id', '=', id)
      .execute()
}

/** Changes some items in MoySklad and adds new ones. @returns the items that MoySklad reports */
function editThere(chance: Chance, theirs: Theirs[]): Theirs[] {
  const told = new Set<Theirs>()
  for (let edit = 0; edit < 4; edit++) {
    const isBundle = theirs.length > 2 && chance.below(4) === 0
    if (theirs.length < 4 || chance.below(3) === 0) {
      const { components, ...fields } = drawn(chance, theirs)
      const made = readProduct({ ...fields, is_bundle: isBundle, components: isBundle ? components : [] })
      theirs.push(made)
      told.add(made)
    } else {
      const at = chance.below(theirs.length)
      const { moy_sklad_id, data } = theirs[at] as Theirs // there is one
      const { components, ...fields } = drawn(chance, theirs)
      const is_bundle = data.is_bundle
      theirs[at] = readProduct({
        ...fields,
        moy_sklad_id,
        is_bundle,
        components: is_bundle ? components : [],
      })
      told.add(theirs[at])
    }
  }
  return [...told]
}

type Row = Awaited<ReturnType<typeof shown>>[number]

/** Asserts that fields that Artel owns, and fields that MoySklad does not know, keep their values. */
function holdOwned(before: Row | undefined, after: Row, owners: MoySkladOwnership): void {
  if (!before) return
  expect(after.money).toBe(before.money)
  for (const field of moySkladFields.product)
    if (owners.product[field] === 'artel') expect([field, after[field]]).toEqual([field, before[field]])
}

function holdUnique(rows: readonly Row[]): void {
  const once = (values: readonly (string | null)[]) => {
    const present = values.filter((value) => value !== null)
    expect(new Set(present).size).toBe(present.length)
  }
  once(rows.map(({ moy_sklad_id }) => moy_sklad_id))
  once(rows.map(({ article }) => lookOf(article)))
  once(rows.flatMap((row) => row.barcodes))
}
