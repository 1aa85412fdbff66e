import type { UserType } from '@artel/contract/access'
import { routeTable } from '../../../web/src/app/routes/route-table.ts'
import { ApiClient } from '../api-client.ts'
import { password, people } from '../people.ts'

/** A page in one of its states. `who`: null is a visitor who is not signed in. */
export type Screen = { name: string; path: string; who: UserType | null }

type Row = { id: number }
type Examples = { [name: string]: string }

/** Routes whose page for staff differs by more than missing elements. */
const forStaffToo =
  /^(tasks|task|analytics|user\.(index|hours|money)|shop|orders|money|coins|rewards|instructions|products|product|supplies|supply|profile)/

/** Every address of the product for an owner and for staff, with rows of the demo company. */
export async function listScreens(address: string): Promise<Screen[]> {
  const [owner, staff] = [await signIn(address, 'owner'), await signIn(address, 'staff')]
  const [ofOwner, ofStaff] = [await findExamples(owner), await findExamples(staff)]
  return routeTable.flatMap(({ name, path, group, access }): Screen[] => {
    if (group !== 'authenticated')
      return expand(name, path, ofOwner).map((screen) => ({ ...screen, who: null }))
    const screens = expand(name, path, ofOwner).map((screen): Screen => ({ ...screen, who: 'owner' }))
    if (access !== 'staff' || !forStaffToo.test(name)) return screens
    return [...screens, ...expand(name, path, ofStaff).map((screen): Screen => ({ ...screen, who: 'staff' }))]
  })
}

async function signIn(address: string, who: 'owner' | 'staff'): Promise<ApiClient> {
  const client = new ApiClient(address)
  await client.signIn(people[who].login, password)
  return client
}

/**
 * One row of each kind and status that this user sees, as `route status` → the part of the path or the suffix
 * of the path.
 */
async function findExamples(client: ApiClient): Promise<Examples> {
  const { user } = await client.call<{ user: Row }>('POST', '/auth/init', {})
  const find = async (path: string, plural: string, filters: object): Promise<string | undefined> => {
    const found = await client.call<Record<string, Row[]>>('POST', `${path}?limit=1`, filters)
    const id = found[plural]?.[0]?.id
    return id === undefined ? undefined : String(id)
  }
  const examples: { [name: string]: string | undefined } = {
    'user.': String(user.id),
    'shop.show': await find('/shop-items', 'shop_items', {}),
    'instructions.show': await find('/instructions', 'instructions', {}),
    'product.index': await find('/products', 'products', {}),
  }
  for (const status of ['open', 'in_progress', 'paused', 'review', 'done', 'cancelled'])
    examples[`task.index ${status}`] = await find('/listing/tasks', 'tasks', { status })
  for (const status of ['draft', 'packing', 'packed', 'shipped', 'accepted'])
    examples[`supply.index ${status}`] = await find('/supplies', 'supplies', { status })
  const packed = examples['supply.index packing']
  if (packed) {
    examples['supplies.edit'] = packed
    const box = await find(`/listing/boxes/${packed}`, 'boxes', { is_sealed: false })
    if (box) examples['supply.index at the box'] = `${packed}?pack=${box}`
  }
  return Object.fromEntries(
    Object.entries(examples).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** The addresses of a route, one for each example row. */
function expand(name: string, path: string, examples: Examples): Omit<Screen, 'who'>[] {
  if (path.includes('$token')) return [{ name, path: path.replace('$token', 'x'.repeat(43)) }]
  if (!path.includes('$id') || path.includes('{-$id}')) return [{ name, path: path.replace('/{-$id}', '') }]
  const found = Object.entries(examples).filter(
    ([example]) =>
      example === name ||
      example.startsWith(`${name} `) ||
      (example.endsWith('.') && name.startsWith(example)),
  )
  return found.map(([example, id]) => ({
    name: example.startsWith(`${name} `) ? example : name,
    path: path.replace('$id', id),
  }))
}
