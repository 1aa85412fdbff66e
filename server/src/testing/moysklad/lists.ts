import { Refusal } from './refusal.ts'

/** An entity of MoySklad. MetaArrays are stored as plain lists. */
export type Entity = { id: string; name: string; updated: string; archived?: boolean } & Record<
  string,
  unknown
>

type Condition = { field: string; operator: string; value: string }

const operators = ['=~', '~=', '!=', '>=', '<=', '=', '>', '<', '~'] as const
const filterable: Record<string, ReadonlySet<string>> = {
  common: new Set(['id', 'name', 'code', 'externalCode', 'archived', 'updated']),
  product: new Set(['article', 'barcode', 'pathName', 'description']),
  bundle: new Set(['article', 'barcode', 'pathName', 'description']),
  organization: new Set(['inn', 'kpp', 'companyType', 'legalTitle']),
  store: new Set(['address', 'pathName']),
  employee: new Set(['email', 'uid', 'fullName']),
}

/** `filter=a=1;a=2;b>=3`: repeated equality conditions on one field are joined by OR, all others by AND. */
export function readFilter(type: string, filter: string): (entity: Entity) => boolean {
  const conditions = filter
    .split(/(?<!\\);/)
    .filter((part) => part !== '')
    .map((part) => readCondition(type, part.replaceAll('\\;', ';')))
  const fields = [...new Set(conditions.map(({ field }) => field))]
  for (const field of fields) {
    const used = conditions.filter((one) => one.field === field).map(({ operator }) => operator)
    if (used.includes('=') && used.some((operator) => operator === '>' || operator === '<'))
      throw badFilter(field)
  }
  const same = new Map<string, Set<string>>()
  for (const { field, operator, value } of conditions)
    if (operator === '=') same.set(field, (same.get(field) ?? new Set()).add(value))
  const others = conditions.filter(({ operator }) => operator !== '=')
  return (entity) =>
    [...same].every(([field, values]) => valuesOf(entity, field).some((value) => values.has(value))) &&
    others.every((condition) => holds(entity, condition))
}

function readCondition(type: string, part: string): Condition {
  const found = operators
    .map((operator) => ({ operator, at: part.indexOf(operator) }))
    .filter(({ at }) => at > 0)
    .sort((one, other) => one.at - other.at || other.operator.length - one.operator.length)[0]
  if (!found) throw badFilter(part)
  const field = part.slice(0, found.at)
  const value = part.slice(found.at + found.operator.length)
  if (!filterable.common?.has(field) && !filterable[type]?.has(field)) throw badFilter(field)
  if (field === 'archived' && value !== 'true' && value !== 'false') throw badFilter(field)
  if (field === 'updated' && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{3})?$/.test(value)) throw badFilter(field)
  if (field === 'id' && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)) throw badFilter(field)
  return { field, operator: found.operator, value }
}

const badFilter = (field: string) =>
  new Refusal(400, 1014, `Неправильное значение параметра фильтрации: '${field}'`)

function valuesOf(entity: Entity, field: string): string[] {
  if (field === 'barcode')
    // Barcodes are stored as a list of objects.
    return ((entity.barcodes ?? []) as object[]).flatMap((one) => Object.values(one) as string[])
  if (field === 'archived') return [String(entity.archived ?? false)]
  return [String(entity[field] ?? '')]
}

function holds(entity: Entity, { field, operator, value }: Condition): boolean {
  const values = valuesOf(entity, field)
  const some = (compare: (one: string) => boolean) => values.some(compare)
  switch (operator) {
    case '!=':
      return !values.includes(value)
    case '>':
      return some((one) => one > value)
    case '<':
      return some((one) => one < value)
    case '>=':
      return some((one) => one >= value)
    case '<=':
      return some((one) => one <= value)
    case '~':
      return some((one) => one.includes(value))
    case '~=':
      return some((one) => one.startsWith(value))
    default:
      return some((one) => one.endsWith(value))
  }
}

const sortable: ReadonlySet<string> = new Set([
  'name',
  'code',
  'updated',
  'created',
  'id',
  'article',
  'externalCode',
])

/** `order=name,desc;code` */
export function readOrder(order: string): (one: Entity, other: Entity) => number {
  const parts = order.split(';').map((part) => {
    const [field = '', direction = 'asc'] = part.split(',')
    if (!sortable.has(field) || !['asc', 'desc'].includes(direction))
      throw new Refusal(400, 1010, `Неправильное поле сортировки: '${field}'`)
    return { field, sign: direction === 'asc' ? 1 : -1 }
  })
  return (one, other) => {
    for (const { field, sign } of parts) {
      const [a, b] = [String(one[field] ?? ''), String(other[field] ?? '')]
      if (a !== b) return a < b ? -sign : sign
    }
    return one.id < other.id ? -1 : 1
  }
}
