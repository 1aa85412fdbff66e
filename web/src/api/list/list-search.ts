type FilterValue = string | number | boolean | null | FilterValue[]

export type LooseListState = {
  page: number
  limit: number
  sort_by: string
  direction: 'asc' | 'desc'
  search: string
  filters: object
  /** The saved view that was opened; the filters may have changed since. */
  view_id: number | null
}

export type LooseListDefaults = {
  limit?: number
  sort_by?: string
  direction?: 'asc' | 'desc'
  filters?: object
  filterNames: readonly string[]
}

type Address = Record<string, unknown>

const largestLimit = 200

/**
 * The state of a list from the parameters of its address. Absent or unreadable parameters get the defaults.
 */
export function listStateOf(address: Address, defaults: LooseListDefaults): LooseListState {
  const start = startOf(defaults)
  const { page, limit, sort_by, direction, search, view_id } = address
  return {
    page: isCount(page) ? page : 1,
    limit: isCount(limit) && limit <= largestLimit ? limit : start.limit,
    sort_by: typeof sort_by === 'string' ? sort_by : start.sort_by,
    direction: direction === 'asc' || direction === 'desc' ? direction : start.direction,
    // The address parses a search for digits as a number.
    search: typeof search === 'string' || typeof search === 'number' ? String(search) : '',
    filters: setFilters({ ...start.filters, ...filtersIn(address, defaults.filterNames) }),
    view_id: isCount(view_id) ? view_id : null,
  }
}

/** Parameters for `state` without those that equal the defaults. Other parameters of the address stay. */
export function searchOf(present: Address, state: LooseListState, defaults: LooseListDefaults): Address {
  const start = flat(startOf(defaults))
  // A cleared default filter is written as an empty list, because without it the default would come back.
  const cleared = Object.fromEntries(Object.keys(startOf(defaults).filters).map((name) => [name, []]))
  const wanted = { ...cleared, ...flat(state) }
  const own = [...Object.keys(wanted), ...defaults.filterNames]
  const others = Object.entries(present).filter(([name]) => !own.includes(name))
  const changed = Object.entries(wanted).filter(([name, value]) => !equals(value, start[name]))
  return Object.fromEntries([...others, ...changed])
}

/** The state of a list whose address has no parameters. */
export function startOf(defaults: LooseListDefaults): LooseListState {
  const { limit = 10, sort_by = 'id', direction = 'desc', filters = {} } = defaults
  return { page: 1, limit, sort_by, direction, search: '', filters: { ...filters }, view_id: null }
}

const flat = ({ filters, ...state }: LooseListState): Address => ({ ...state, ...setFilters(filters) })

/** Leaves out filters without a value. */
function setFilters(filters: object): object {
  const isSet = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => isSet(value)))
}

function filtersIn(address: Address, names: readonly string[]): object {
  const found = names.map((name) => [name, address[name]] as const)
  return Object.fromEntries(found.filter(([, value]) => isFilter(value)))
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1

function isFilter(value: unknown): value is FilterValue {
  if (Array.isArray(value)) return value.every(isFilter)
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

const equals = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
