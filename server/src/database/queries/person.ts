import type { Person } from '@artel/contract/users/users'
import { sql } from 'kysely'

type PersonColumn =
  | 'tasks.user_id'
  | 'tasks.created_by'
  | 'task_times.user_id'
  | 'task_comments.user_id'
  | 'task_events.user_id'
  | 'audit.user_id'
  | 'notifications.actor_id'
  | 'legal_entities.updated_by'
  | 'person_media_usage.user_id'
  | 'shifts.user_id'
  | 'shifts.edited_by'
  | 'ledger_entries.user_id'
  | 'ledger_entries.created_by'
  | 'ledger_entries.approved_by'
  | 'achievements.user_id'
  | 'achievements.given_by'
  | 'achievements.revoked_by'
  | 'rewards.user_id'
  | 'rewards.created_by'
  | 'products.created_by'
  | 'products.updated_by'
  | 'imports.created_by'
  | 'imports.undone_by'
  | 'shop_items.updated_by'
  | 'instructions.updated_by'
  | 'pushes.created_by'
  | 'given.user_id'
  | 'own.updated_by'
  | 'changes.created_by'
  | 'made.created_by'
  | 'instruction_revisions.created_by'
  | 'users.id'
  | 'orders.user_id'
  | 'order_events.user_id'
  | 'supplies.created_by'
  | 'supplies.updated_by'
  | 'supply_boxes.packed_by'
  | 'supply_scans.user_id'
  | 'supply_scans.taken_back_by'
  | 'supply_packers.user_id'
  | 'box_inspections.user_id'
  | 'counted.user_id'
  | 'moysklad_runs.user_id'
  | 'prints.user_id'

/** The name and avatar of the user that a column refers to. Null if the column is null. */
export function personOf(column: PersonColumn) {
  const [table = ''] = column.split('.')
  return sql<Person | null>`(
    select jsonb_build_object('id', people.id, 'full_name', people.full_name, 'avatar', people.avatar)
    from users as people
    where people.company_id = ${sql.ref(`${table}.company_id`)} and people.id = ${sql.ref(column)}
  )`
}
