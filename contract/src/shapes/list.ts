import { z } from 'zod'
import type { Access } from '../access.ts'
import { type BodyIn, type Call, call } from '../call.ts'
import type { Entity } from '../events.ts'
import { dayBound, fieldText, id, longText } from './primitives.ts'

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  pages: z.int(),
  /** False where the total of a filtered list above 10,000 is an estimate. */
  exact: z.boolean(),
})
export type Pagination = z.infer<typeof pagination>

const fileFormats = ['xlsx', 'csv'] as const
export const fileFormat = z.enum(fileFormats)
/** File formats of a list. */
export type FileFormat = (typeof fileFormats)[number]

/** A filter by an enumerated or reference field: one value or several. */
export const oneOrMany = <T extends z.ZodType>(value: T) => z.union([value, z.array(value).min(1).max(200)])

const commonFilters = {
  search: longText(200).optional(),
  ids: z.array(id).min(1).max(1000).optional(),
  date_from: dayBound.optional(),
  date_to: dayBound.optional(),
}

/** Page, order and file of a list that is sorted by `first` by default. */
export const pageQuery = <const Sorts extends readonly [string, ...string[]]>(
  sorts: Sorts,
  first: NoInfer<Sorts[number]>,
  limit: number,
) => ({
  limit: z.int().min(1).max(200).default(limit),
  page: z.int().min(1).max(2_147_483_647).default(1),
  // One of `sorts`, as its type says. The type of the schema's default is wider.
  sort_by: z.enum(sorts).default(first as never),
  direction: z.enum(['asc', 'desc']).default('desc'),
  /** Answers the whole list as a file, regardless of the page and the limit. */
  format: fileFormat.optional(),
})

const listQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) =>
  pageQuery(['id', ...sorts], 'id', 10)

/** Marks a call as a list for the server and the browser. `addressed`: see `listCall`. */
export const asList = <C extends Call, const Name extends keyof BodyIn<C> & string = never>(
  declared: C,
  addressed: readonly Name[] = [],
) => ({ ...declared, isList: true as const, addressed })

type ListDeclaration<
  Path extends string,
  Plural extends string,
  Row extends z.ZodType,
  Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
  Who extends Access,
  Extra extends z.ZodRawShape,
  Name extends string,
> = {
  path: Path
  access: Who
  /** See `Call.shows`. */
  shows: readonly Entity[]
  plural: Plural
  row: Row
  sorts: Sorts
  filters: Filters
  /** The filters that the address of a page in the browser carries. Filter bars, links and views know no others. */
  addressed?: readonly Name[]
  /** Fields of the answer besides the rows. */
  extra?: Extra
}

/** The filters of a list: those common to all, and its own. */
export const listFilters = <Filters extends z.ZodRawShape>(filters: Filters) =>
  z.strictObject({ ...commonFilters, ...filters }).superRefine((sent, context) => {
    for (const path of reversedEnds(sent)) {
      context.addIssue({ code: 'custom', ...fieldText('dates_reversed'), path: [path] })
    }
  })

/**
 * The only shape of a list: filters in the body, page and order in the query, `{<plural>: [...], pagination}`
 * in the answer.
 */
export function listCall<
  const Path extends string,
  const Plural extends string,
  Row extends z.ZodType,
  const Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
  const Who extends Access,
  Extra extends z.ZodRawShape = Record<never, z.ZodType>,
  const Name extends (keyof Filters & string) | 'date_from' | 'date_to' = never,
>(declared: ListDeclaration<Path, Plural, Row, Sorts, Filters, Who, Extra, Name>) {
  // A computed key widens to string, so the key is repeated for the type.
  const rows = { [declared.plural]: z.array(declared.row) } as { [K in Plural]: z.ZodArray<Row> }
  const list = call({
    method: 'POST',
    effect: 'read',
    path: declared.path,
    access: declared.access,
    shows: declared.shows,
    query: listQuery(declared.sorts),
    body: listFilters(declared.filters),
    // If left out, it adds no fields; the cast only says so.
    answer: { ...rows, ...(declared.extra ?? ({} as Extra)), pagination },
    errors: ['too_many_requests'],
  })
  return { ...asList(list), addressed: declared.addressed ?? [] }
}

const isFixed = (bound: unknown): bound is string => typeof bound === 'string' && /^\d/.test(bound)

/** Names of ends that lie before their starts. Relative days are not compared, so they are never named. */
function reversedEnds(filters: object): string[] {
  const sent = new Map(Object.entries(filters))
  return [...sent.keys()].filter((end) => {
    const [from, to] = [sent.get(end.replace(/_to$/, '_from')), sent.get(end)]
    return end.endsWith('_to') && isFixed(from) && isFixed(to) && from > to
  })
}
