import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { MoySkladOwnership } from '@artel/contract/moysklad/moysklad'
import { type MoySkladOwner, moySkladFields, moySkladParts } from '@artel/contract/moysklad/moysklad.line'
import type {
  EmployeeData,
  MoySkladRead,
  OrganizationData,
  ProductData,
  StoreData,
} from '@artel/contract/moysklad/moysklad.stored'
import { nowIso } from '../../clock.ts'
import type { Db, Draft } from '../../database/db.ts'
import { storeItems } from '../../features/moysklad/items/items.ts'

const all = (owner: MoySkladOwner, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, owner]))

/** `owner` owns every field except those in `others`. */
export const ownership = (
  owner: MoySkladOwner,
  others: { [Kind in keyof MoySkladOwnership]?: Partial<MoySkladOwnership[Kind]> } = {},
): MoySkladOwnership =>
  // Each kind gets all of its own fields.
  Object.fromEntries(
    Object.entries(moySkladFields).map(([kind, fields]) => [
      kind,
      { ...all(owner, fields), ...others[kind as keyof MoySkladOwnership] },
    ]),
  ) as unknown as MoySkladOwnership

/** Replaces the connection of the company with an active one, whose token no server accepts. */
export async function buildMoySkladConnection(
  db: Db,
  owner: { id: number },
  fields: Partial<Draft<'moysklad_connections'>> = {},
): Promise<void> {
  const key = randomBytes(32)
  await db.remove('moysklad_connections').execute()
  await db
    .insert('moysklad_connections', {
      token: 'sealed',
      account_id: randomUUID(),
      account_name: 'ООО Ромашка',
      is_solution: false,
      state: 'on',
      limit_units: 45,
      limit_window_ms: 3000,
      limit_cost: 1,
      readable: ['organization', 'store', 'product', 'employee', 'stock'],
      parts: ['organization', 'store', 'product', 'employee', 'stock'],
      owners: ownership('moysklad'),
      hook_digest: createHash('sha256').update(key).digest(),
      hook_key: 'sealed',
      connected_by: owner.id,
      connected_at: nowIso(),
      ...fields,
    })
    .execute()
  await db
    .insert(
      'moysklad_cursors',
      moySkladParts.map((part) => ({ part })),
    )
    .execute()
}

/** A run in progress. @returns its id */
export async function buildMoySkladRun(
  db: Db,
  fields: Partial<Draft<'moysklad_runs'>> = {},
): Promise<number> {
  const { id } = await db
    .insert('moysklad_runs', { reason: 'schedule', state: 'running', started_at: nowIso(), ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A stored item of MoySklad, with an active connection. @returns its id */
export async function buildMoySkladItem(
  db: Db,
  owner: { id: number },
  item: MoySkladRead = readProduct({ article: randomUUID() }),
): Promise<number> {
  await buildMoySkladConnection(db, owner)
  await storeItems(db, [item], nowIso())
  const { id } = await db
    .from('moysklad_items')
    .select('id')
    .where('moy_sklad_id', '=', item.moy_sklad_id)
    .executeTakeFirstOrThrow()
  return id
}

type About = { moy_sklad_id?: string; is_archived?: boolean; their_updated_at?: string | null }

const readOf = <Kind extends MoySkladRead['kind'], Data>(
  kind: Kind,
  { moy_sklad_id = randomUUID(), is_archived = false, their_updated_at = null, ...data }: Data & About,
) =>
  // The functions below give the kind and its data.
  ({
    kind,
    moy_sklad_id,
    their_updated_at,
    title: (data as unknown as { name: string }).name,
    data: { ...data, is_archived },
    url: `https://online.moysklad.ru/app/#${kind}/edit?id=${moy_sklad_id}`,
  }) as unknown as MoySkladRead<Kind>

/** A product as a run reads it. */
export const readProduct = (fields: Partial<ProductData> & About = {}) =>
  readOf('product', {
    is_bundle: false,
    name: 'Набор',
    article: null,
    code: null,
    barcodes: [],
    category: null,
    description: '',
    weight_g: null,
    components: [],
    ...fields,
  })

export const readStore = (fields: Partial<StoreData> & About = {}) =>
  readOf('store', { name: 'Основной', address: null, ...fields })

export const readOrganization = (fields: Partial<OrganizationData> & About = {}) =>
  readOf('organization', {
    name: 'Ромашка',
    full_name: null,
    type: 'company',
    inn: '7707083893',
    kpp: null,
    ogrn: null,
    legal_address: null,
    address: null,
    phone: null,
    email: null,
    director: null,
    bank_name: null,
    bik: null,
    account: null,
    corr_account: null,
    ...fields,
  })

export const readEmployee = (fields: Partial<EmployeeData> & About = {}) =>
  readOf('employee', {
    name: 'Анна Петрова',
    login: null,
    email: null,
    phone: null,
    position: null,
    ...fields,
  })
