import type pg from 'pg'

/** The file with the types. A test compares it with the migrated database. */
export const tablesFile = new URL('./tables.ts', import.meta.url)

const types: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  text: 'string',
  time: 'string',
  timestamptz: 'string',
  _bool: 'boolean[]',
  _int8: 'number[]',
  _text: 'string[]',
}

// Types of jsonb columns. The database does not know them, they come from the contract.
const jsonTypes: Record<string, { name: string; module: string }> = {
  'achievement_events.rules': { name: 'AchievementRules', module: 'achievements/achievements.line' },
  'achievement_books.rules': { name: 'AchievementRules', module: 'achievements/achievements.line' },
  'achievement_states.state': { name: 'AchievementState', module: 'achievements/achievements.line' },
  'companies.settings': { name: 'CompanySettings', module: 'company/company' },
  'companies.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'warehouses.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'users.settings': { name: 'UserSettings', module: 'users/users' },
  'users.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'idempotency_keys.answer': { name: 'StoredAnswer', module: 'call' },
  'multimedia.variants': { name: 'StoredVariants', module: 'multimedia/multimedia' },
  'task_events.changes': { name: 'TaskChanges', module: 'tasks/tasks.history' },
  'legal_entities.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'products.components': { name: 'Components', module: 'products/products' },
  'products.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'imports.mapping': { name: 'ImportMapping', module: 'imports/imports' },
  'imports.fixes': { name: 'ImportFixes', module: 'imports/imports' },
  'imports.layout': { name: 'ImportLayout', module: 'imports/imports' },
  'imports.failure': { name: 'ImportFault', module: 'imports/imports' },
  'import_rows.cells': { name: 'ImportCells', module: 'imports/imports' },
  'import_rows.faults': { name: 'ImportFaults', module: 'imports/imports' },
  'import_rows.before': { name: 'ImportBefore', module: 'imports/imports' },
  'supplies.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'supply_boxes.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'import_removals.items': { name: 'RemovedItems', module: 'supplies/supplies' },
  'rewards.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'shop_items.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'instructions.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'localizations.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'localization_publications.en': { name: 'FlatTexts', module: 'texts/texts.fit' },
  'localization_publications.ru': { name: 'FlatTexts', module: 'texts/texts.fit' },
  'moysklad_connections.owners': { name: 'MoySkladOwnership', module: 'moysklad/moysklad' },
  'moysklad_connections.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'moysklad_cursors.reading': { name: 'MoySkladReading', module: 'moysklad/moysklad.stored' },
  'moysklad_runs.progress': { name: 'MoySkladProgress', module: 'moysklad/moysklad.stored' },
  'moysklad_events.body': { name: 'MoySkladEvent', module: 'moysklad/moysklad.stored' },
  'moysklad_items.data': { name: 'MoySkladData', module: 'moysklad/moysklad.stored' },
  'moysklad_items.written': { name: 'MoySkladWritten', module: 'moysklad/moysklad.stored' },
  'moysklad_items.failures': { name: 'MoySkladFailures', module: 'moysklad/moysklad.stored' },
  'moysklad_log.changes': { name: 'MoySkladChanges', module: 'moysklad/moysklad.stored' },
  'moysklad_log.failures': { name: 'MoySkladFailures', module: 'moysklad/moysklad.stored' },
  'orders.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'ledger_checks.faults': { name: 'LedgerFaults', module: 'ledger/ledger' },
  'shifts.breaks': { name: 'Breaks', module: 'hours/work-time' },
  'shifts.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'task_times.breaks': { name: 'Breaks', module: 'hours/work-time' },
  'audit.before': { name: 'AuditFields', module: 'audit/audit' },
  'audit.after': { name: 'AuditFields', module: 'audit/audit' },
  'views.state': { name: 'ViewState', module: 'views/views' },
  'pushes.audience': { name: 'PushAudience', module: 'pushes/pushes' },
  'pushes.field_versions': { name: 'FieldVersions', module: 'shapes/primitives' },
  'notifications.params': { name: 'NotificationParams', module: 'notifications/notifications' },
}

type Column = {
  table_name: string
  column_name: string
  type: string
  is_nullable: boolean
  default: 'always' | 'default' | 'none'
  /** The condition of a check constraint on this column alone. */
  check: string | null
}

const columnsQuery = `
  select c.relname as table_name, a.attname as column_name, t.typname as type, not a.attnotnull as is_nullable,
    case when a.attidentity = 'a' or a.attgenerated = 's' then 'always' when a.atthasdef or a.attidentity = 'd' then 'default' else 'none' end
      as "default",
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like '%ARRAY[%' limit 1) as "check"
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_type t on t.oid = a.atttypid
  where a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attname`

/**
 * Describes the types of all tables as TypeScript. A check constraint that lists values becomes a union of
 * them.
 */
export async function describeTables(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(columnsQuery)
  const tables = new Map<string, Column[]>()
  for (const row of rows) tables.set(row.table_name, [...(tables.get(row.table_name) ?? []), row])
  return [
    '// Made by `npm run tables` from the migrated database. Not edited by hand.',
    ...new Set(
      Object.values(jsonTypes).map(
        ({ name, module }) => `import type { ${name} } from '@artel/contract/${module}'`,
      ),
    ),
    `import type { Generated, GeneratedAlways } from 'kysely'`,
    '',
    'export type Tables = {',
    ...[...tables].map(([name, columns]) =>
      [`  ${name}: {`, ...columns.map(describeColumn), '  }'].join('\n'),
    ),
    '}',
    '',
  ].join('\n')
}

function describeColumn(column: Column): string {
  const type = column.is_nullable ? `${typeOf(column)} | null` : typeOf(column)
  const wrapper = { always: 'GeneratedAlways', default: 'Generated', none: '' }[column.default]
  return `    ${column.column_name}: ${wrapper ? `${wrapper}<${type}>` : type}`
}

function typeOf({ table_name, column_name, type, check }: Column): string {
  const values = check?.match(/'[a-z0-9_]+'(?=::text)/g)
  if (type === 'text' && values) return values.join(' | ')
  const known = types[type] ?? jsonTypes[`${table_name}.${column_name}`]?.name
  if (!known)
    throw new Error(
      `${table_name}.${column_name} is of the type ${type}, which generate-tables.ts does not know`,
    )
  return known
}
