import { Readable } from 'node:stream'
import { innDigit } from '@artel/contract/legal-entities/legal-entities.rules'
import { supplies } from '@artel/contract/supplies/supplies'
import type { Actor } from '../../access/actor.ts'
import { dayStart, today } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { inOwnTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../errors/errors.ts'
import type { NamedDrawing } from '../../samples/drawings.ts'
import { productDrawings } from '../../samples/product-drawings.ts'
import { writeAudit } from '../audit/audit.ts'
import { createLegalEntity } from '../legal-entities/legal-entities.ts'
import { createMedia, type MediaPlaces } from '../multimedia/multimedia.ts'
import { createProduct } from '../products/products.ts'
import { createBox, createSupply, lockSupply, lockToPack, moveSupply, sealBox } from '../supplies/supplies.ts'
import { createTasks } from '../tasks/tasks.ts'
import { createWarehouse } from '../warehouses/warehouses.ts'
import { exampleOf, exampleSets } from './example.list.ts'
import {
  findAnyLegalEntity,
  findAnyWarehouse,
  findExample,
  hasOwnRows,
  insertExample,
  markRows,
} from './first-steps.queries.ts'

const dayMs = 86_400_000
/** Height and width of the photos of the example, pixels. */
const photoSize = 800

type ExampleContext = { root: Root; db: Db; actor: Actor }

/**
 * Adds the example. Does nothing if it is there already. The photos are stored before the transaction, because it
 * would wait for the storage.
 * @throws ApiError has_own_rows; quota_exceeded; share_exceeded; LimitError
 */
export async function addExample({ root, db, actor }: ExampleContext, places: MediaPlaces): Promise<void> {
  if (await findExample(db)) return
  if (await hasOwnRows(db)) throw new ApiError('has_own_rows')
  const photos = await storePhotos(db, actor, places)
  await inOwnTransaction(root, db, async (own) => {
    // If two presses arrive at once, the second one waits here for the first.
    if (!(await insertExample(own))) return
    if (await hasOwnRows(own)) throw new ApiError('has_own_rows')
    await insertRows(own, actor, photos)
    await writeAudit(own, actor, { action: 'example_add', entity: 'company', id: own.companyId })
    own.announce({ entity: 'company', id: own.companyId, action: 'update' }, 'everyone')
  })
}

/** @returns the ids of the photos by the names of their drawings */
async function storePhotos(db: Db, actor: Actor, places: MediaPlaces): Promise<ReadonlyMap<string, number>> {
  const photos = new Map<string, number>()
  for (const { drawing } of exampleSets(actor.language)) {
    const drawn = productDrawings.find(({ name }) => name === drawing)
    if (drawn) photos.set(drawing, await storePhoto(db, actor, places, drawn))
  }
  return photos
}

async function storePhoto(db: Db, actor: Actor, places: MediaPlaces, { draw }: NamedDrawing) {
  const { default: sharp } = await import('sharp')
  const { data, width, height } = draw()
  const raw = { width, height, channels: 3 as const }
  const picture = await sharp(data, { raw }).resize(photoSize).jpeg({ quality: 85 }).toBuffer()
  const received = await places.uploads.receive(Readable.from([picture]), 'example.jpg')
  const { id } = await createMedia(db, actor, places, { type: 'photo', path: 'products' }, received)
  return id
}

async function insertRows(db: Db, actor: Actor, photos: ReadonlyMap<string, number>): Promise<void> {
  const warehouse_id = await placeOf(db, actor)
  const legal_entity_id = await partyOf(db, actor)
  const sets: number[] = []
  for (const [index, { drawing, fields }] of exampleSets(actor.language).entries()) {
    const photo = photos.get(drawing)
    const stock = [{ warehouse_id, quantity: 40 + 35 * index }]
    const multimedia_ids = photo === undefined ? [] : [photo]
    sets.push(await createProduct(db, actor, { ...fields, stock, multimedia_ids }))
  }
  await markRows(db, 'product_id', sets)
  await markRows(db, 'multimedia_id', [...photos.values()])
  const supply_id = await insertSupply(db, actor, { warehouse_id, legal_entity_id }, sets)
  await insertTasks(db, actor, { warehouse_id, supply_id }, sets)
}

/** A warehouse of the company, or the first of the example if it has none. */
async function placeOf(db: Db, actor: Actor): Promise<number> {
  const present = await findAnyWarehouse(db)
  if (present) return present.id
  const made: number[] = []
  for (const draft of exampleOf(actor.language).warehouses)
    made.push(await createWarehouse(db, actor, { ...draft, is_active: true }))
  await markRows(db, 'warehouse_id', made)
  return made[0] ?? 0
}

// The number belongs to no real firm: region 00 has no tax office, and only the check digit is valid.
const innStart = '000412760'
const noRequisites = {
  full_name: null,
  kpp: null,
  ogrn: null,
  legal_address: null,
  address: null,
  phone: null,
}
const noBank = { email: null, director: null, bank_name: null, bik: null, account: null, corr_account: null }

/** The legal entity of the company that is offered first, or that of the example if it has none. */
async function partyOf(db: Db, actor: Actor): Promise<number> {
  const present = await findAnyLegalEntity(db)
  if (present) return present.id
  const id = await createLegalEntity(db, actor, {
    ...noRequisites,
    ...noBank,
    name: exampleOf(actor.language).legalEntity,
    type: 'company',
    inn: innStart + innDigit(innStart),
    is_default: true,
  })
  await markRows(db, 'legal_entity_id', [id])
  return id
}

type Places = { warehouse_id: number; legal_entity_id: number }

/** A supply in packing: a sealed box, one that is being filled, and an empty one. */
async function insertSupply(db: Db, actor: Actor, places: Places, sets: readonly number[]): Promise<number> {
  const [first = 0, second = 0, third = 0] = sets
  const plan = [
    { product_id: first, quantity: 40 },
    { product_id: second, quantity: 30 },
    { product_id: third, quantity: 20 },
  ]
  const planned_on = new Date(Date.parse(today(actor.timezone)) + 3 * dayMs).toISOString().slice(0, 10)
  const { supply } = exampleOf(actor.language)
  // Parsing adds the defaults of a new supply.
  const draft = supplies.create.body.parse({ ...places, ...supply, planned_on, plan })
  const id = await createSupply(db, actor, draft)
  await markRows(db, 'supply_id', [id])
  await moveSupply(db, actor, await lockSupply(db, actor, id), 'packing')
  const pack = async (product_id: number, quantity: number) => {
    const items = quantity > 0 ? [{ product_id, quantity, planned: null, expires_on: null }] : []
    return createBox(db, actor, await lockToPack(db, actor, id), { weight_g: null, items })
  }
  const full = await pack(first, 20)
  await sealBox(db, actor, await lockToPack(db, actor, id), full)
  await pack(second, 12)
  await pack(third, 0)
  return id
}

async function insertTasks(
  db: Db,
  actor: Actor,
  { warehouse_id, supply_id }: { warehouse_id: number; supply_id: number },
  sets: readonly number[],
): Promise<void> {
  const [first = 0, second = 0, , fourth = 0] = sets
  const [returns = '', count = ''] = exampleOf(actor.language).tasks
  const inDays = (days: number) =>
    new Date(Date.parse(dayStart('today', actor.timezone)) + days * dayMs + 18 * 3_600_000).toISOString()
  const free = { description: '', user_id: null, multimedia_ids: [], warehouse_id }
  const usual = { ...free, priority: 'normal' as const }
  const none = { product_id: null, supply_id: null, quantity: 1 }
  const ids = await createTasks(db, actor, [
    { ...usual, product_id: first, supply_id, quantity: 20, priority: 'high', due_at: inDays(1) },
    { ...usual, product_id: second, supply_id, quantity: 18, due_at: inDays(2) },
    { ...usual, product_id: fourth, supply_id: null, quantity: 60, due_at: inDays(3) },
    { ...usual, ...none, title: returns, money: 40_000, coins: 10, due_at: inDays(1) },
    { ...usual, ...none, title: count, money: 25_000, coins: 5, due_at: null },
  ])
  await markRows(db, 'task_id', ids)
}
