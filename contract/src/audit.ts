import { z } from 'zod'
import { auditActions, auditEntities } from './audit.line.ts'
import { listCall, oneOrMany } from './list.ts'
import { id, instant } from './primitives.ts'
import { person } from './users.ts'

const action = z.enum(auditActions)
const entity = z.enum(auditEntities)

/** Fields by their path (`tasks.require_review`), only those that changed. */
const auditFields = z.record(z.string(), z.unknown())
export type AuditFields = z.infer<typeof auditFields>

const auditEntry = z.object({
  id,
  created_at: instant,
  /** Null: nobody who was signed in. */
  user: person.nullable(),
  /** Null: the installation's command line. */
  address: z.string().nullable(),
  device: z.string().nullable(),
  action,
  entity,
  entity_id: id.nullable(),
  /** What the thing was called then; null where it goes without saying. */
  title: z.string().nullable(),
  before: auditFields,
  after: auditFields,
  /** Rows of a mass action; they are listed by `parent_id`. */
  children: z.int(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const audit = {
  /** Rows of mass actions stand under theirs: without `parent_id` only what stands by itself is listed. */
  list: listCall({
    path: '/listing/audit',
    access: 'owner',
    plural: 'audit',
    row: auditEntry,
    sorts: ['created_at'],
    filters: {
      user_id: oneOrMany(id).optional(),
      action: oneOrMany(action).optional(),
      entity: oneOrMany(entity).optional(),
      parent_id: id.optional(),
    },
  }),
}
