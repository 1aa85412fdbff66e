import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Root, Tables } from '../database/connection/open.ts'

/** The tables that the digest covers. */
export const fingerprinted = [
  'warehouses',
  'users',
  'logins',
  'sessions',
  'mailed_links',
  'idempotency_keys',
  'multimedia',
  'media_usage',
  'person_media_usage',
  'tasks',
  'task_times',
  'shifts',
  'work_steps',
  'former_schedules',
  'task_comments',
  'task_events',
  'task_totals',
  'audit',
  'views',
  'notifications',
  'task_multimedia',
  'task_comment_multimedia',
  'box_inspections',
  'box_inspection_lines',
  'box_inspection_people',
  'box_inspection_multimedia',
  'legal_entities',
  'products',
  'product_barcodes',
  'product_totals',
  'product_stock',
  'product_multimedia',
  'imports',
  'import_rows',
  'import_progress',
  'supply_numbers',
  'supplies',
  'supply_products',
  'pallet_serials',
  'supply_pallets',
  'supply_boxes',
  'supply_box_items',
  'supply_scans',
  'supply_packers',
  'prints',
  'import_removals',
  'examples',
  'example_rows',
  'shop_items',
  'shop_item_multimedia',
  'shop_wishes',
  'shop_months',
  'orders',
  'order_events',
  'order_multimedia',
  'instructions',
  'instruction_multimedia',
  'instruction_products',
  'instruction_reads',
  'instruction_revisions',
  'localizations',
  'localization_changes',
  'localization_states',
  'localization_files',
  'localization_publications',
  'totp_factors',
  'recovery_codes',
  'accounts',
  'ledger_entries',
  'ledger_checks',
  'rewards',
  'achievement_books',
  'achievement_events',
  'achievement_states',
  'achievements',
  'final_leagues',
  'points_days',
  'stat_deltas',
  'stat_hours',
  'stat_days',
  'stat_product_days',
  'stat_checks',
  'push_devices',
  'push_automatics',
  'pushes',
  'push_deliveries',
  'moysklad_connections',
  'moysklad_cursors',
  'moysklad_runs',
  'moysklad_events',
  'moysklad_items',
  'moysklad_keys',
  'moysklad_words',
  'moysklad_log',
] as const satisfies (keyof Tables)[]

/** A digest of every row of the companies: equal digests mean that no row changed. */
export async function fingerprint(root: Root, companyIds: readonly number[]): Promise<string> {
  const digests = fingerprinted.map(
    (table) => sql`(select md5(coalesce(string_agg(row, '' order by row), '')) from (
      select (to_jsonb(t) - 'last_seen_at')::text as row from ${sql.table(table)} t
      where company_id in (${sql.join(companyIds)})) rows)`,
  )
  const companies = sql`(select string_agg(c::text, '' order by id) from companies c where id in (${sql.join(companyIds)}))`
  const { rows } = await sql<{
    digest: string
  }>`select concat(${sql.join([...digests, companies])}) as digest`.execute(root)
  return rows[0]?.digest ?? ''
}

/** Sends a request and checks that it changes no row of the companies. @returns the answer */
export async function leavingNoTrace<T>(
  root: Root,
  companyIds: readonly number[],
  send: () => Promise<T>,
): Promise<T> {
  const before = await fingerprint(root, companyIds)
  const answer = await send()
  expect(await fingerprint(root, companyIds)).toBe(before)
  return answer
}
