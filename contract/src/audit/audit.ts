import { z } from 'zod'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { id, instant } from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import { auditActions, auditEntities } from './audit.line.ts'

const action = z.enum(auditActions)
const entity = z.enum(auditEntities)

/** Values by field path (`tasks.require_review`), only of changed fields. */
const auditFields = z.record(z.string(), z.unknown())
export type AuditFields = z.infer<typeof auditFields>

const auditEntry = z.object({
  id,
  created_at: instant,
  /** Null: nobody was signed in. */
  user: person.nullable(),
  /** Null: the command line of the installation. */
  address: z.string().nullable(),
  device: z.string().nullable(),
  action,
  entity,
  entity_id: id.nullable(),
  /** Name of the subject at that time; null if it needs none. */
  title: z.string().nullable(),
  before: auditFields,
  after: auditFields,
  /** Number of rows of a mass action. The filter `parent_id` lists them. */
  children: z.int(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const audit = {
  /**
   * Rows of a mass action are listed only with `parent_id`. Without it the list has only top-level entries.
   */
  list: listCall({
    path: '/listing/audit',
    access: 'owner',
    shows: [],
    plural: 'audit',
    row: auditEntry,
    sorts: ['created_at'],
    filters: {
      user_id: oneOrMany(id).optional(),
      action: oneOrMany(action).optional(),
      entity: oneOrMany(entity).optional(),
      parent_id: id.optional(),
    },
    addressed: ['user_id', 'action', 'entity', 'date_from', 'date_to'],
  }),
}
