import { type RawBuilder, sql } from 'kysely'

const types = {
  id: 'bigint',
  article: 'text',
  name: 'text',
  barcodes: 'text',
  wildberries_id: 'bigint',
  brand: 'text',
  category: 'text',
  description: 'text',
  components: 'text',
  money: 'bigint',
  coins: 'bigint',
  norm_seconds: 'integer',
  weight_g: 'integer',
  is_active: 'boolean',
  moy_sklad_id: 'text',
  version: 'integer',
  field_versions: 'text',
} as const

type Column = keyof typeof types
type Given = { [Name in Column]?: unknown }

/**
 * Product rows as a table `given`, with one array parameter per column, because the database reads arrays
 * twice as fast as one JSON parameter. Read barcodes with `givenBarcodes`. JSON columns are texts.
 */
export function given(rows: readonly Given[], columns: readonly Column[]): RawBuilder<unknown> {
  const lists = columns.map(
    (column) => sql`${rows.map((row) => written(row, column))}::${sql.raw(types[column])}[]`,
  )
  return sql`unnest(${sql.join(lists)}) as given (${sql.join(columns.map((column) => sql.ref(column)))})`
}

// No barcode contains a comma, and PostgreSQL refuses an array of arrays of different lengths.
function written(row: Given, column: Column): unknown {
  if (column === 'barcodes') return (row.barcodes as readonly string[]).join(',') // barcodes are a list
  const value = row[column]
  return column === 'field_versions' || column === 'components' ? JSON.stringify(value) : value
}

export const givenBarcodes = sql`string_to_array(given.barcodes, ',')`
