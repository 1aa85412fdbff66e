import { z } from 'zod'
import { call } from '../call.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { id, instant, version } from '../shapes/primitives.ts'
import {
  moySkladActions,
  moySkladDecisions,
  moySkladKinds,
  moySkladMatches,
  moySkladParts,
  moySkladPlans,
} from './moysklad.line.ts'
import { failure, logLine, ours } from './moysklad.log.ts'
import { moySkladBase, moySkladRun } from './moysklad.ts'

const kind = z.enum(moySkladKinds)
const uuid = z.uuid()

/** The preview of what was read: the number of rows for each plan. */
const preview = z.array(z.object({ kind, plans: z.record(z.enum(moySkladPlans), z.int()) }))
export type MoySkladPreview = z.infer<typeof preview>

const item = z.object({
  id,
  kind,
  moy_sklad_id: uuid,
  is_bundle: z.boolean(),
  title: z.string(),
  /** Article or code, INN, address or email, to tell rows of the same name apart. */
  subtitle: z.string().nullable(),
  barcodes: z.array(z.string()),
  plan: z.enum(moySkladPlans),
  /** Fields that will change, with their current values, if `plan` is create, tie or change. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  decision: z.enum(moySkladDecisions).nullable(),
  tied_to: ours.nullable(),
  /** Our items that could match, and their matching fields; at most 10, the most likely first. */
  candidates: z.array(ours.extend({ matches: z.array(z.enum(moySkladMatches)) })),
  failures: z.array(failure),
  is_gone: z.boolean(),
  /** Its address in MoySklad. */
  url: z.string().nullable(),
  /** When it was last changed in MoySklad. */
  updated_at: instant.nullable(),
  /** When it was last written into our data. */
  written_at: instant.nullable(),
})
export type MoySkladItem = z.infer<typeof item>

/** The MoySklad employee to whom a person is linked, and the employees who can be chosen. */
const userTie = z.object({
  /** Whether there is a connection that reads employees. */
  is_connected: z.boolean(),
  tied_to: z
    .object({
      moy_sklad_id: uuid,
      name: z.string(),
      login: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      position: z.string().nullable(),
      is_gone: z.boolean(),
      url: z.string().nullable(),
      updated_at: instant.nullable(),
    })
    .nullable(),
  /** Employees to choose from, at most 200: same email or name first, then all others without a link. */
  candidates: z.array(
    z.object({
      moy_sklad_id: uuid,
      name: z.string(),
      email: z.string().nullable(),
      position: z.string().nullable(),
      matches: z.array(z.enum(moySkladMatches)),
    }),
  ),
  /** When employees were last read. */
  succeeded_at: instant.nullable(),
  version: z.int(),
})
export type MoySkladUserTie = z.infer<typeof userTie>

/** Rows that were read from MoySklad, with their plans and results. */
export const moySkladItems = {
  /** The plans of all rows that were read. */
  preview: call({
    method: 'GET',
    path: `${moySkladBase}/preview`,
    access: 'owner',
    shows: ['moy_sklad'],
    answer: { preview },
    errors: ['wrong_state'],
  }),
  list: listCall({
    path: `${moySkladBase}/items`,
    access: 'owner',
    shows: ['moy_sklad'],
    plural: 'items',
    row: item,
    sorts: ['title', 'updated_at', 'written_at'],
    filters: {
      kind: oneOrMany(kind).optional(),
      plan: oneOrMany(z.enum(moySkladPlans)).optional(),
      is_bundle: z.boolean().optional(),
      is_gone: z.boolean().optional(),
      /** Written without fields that break a rule. */
      is_partial: z.boolean().optional(),
    },
    addressed: ['kind', 'plan', 'is_bundle', 'is_gone', 'is_partial'],
  }),
  get: call({
    method: 'GET',
    path: `${moySkladBase}/items/:id`,
    access: 'owner',
    shows: ['moy_sklad'],
    answer: { item },
  }),
  /**
   * Decides about a row: `tie` with the id of one of our items, `create`, `ignore`; null leaves the decision
   * to the matching fields. 422 `tie_id` if our item does not exist or is linked to another row. In the state
   * `on` the row is written at once.
   */
  decide: call({
    method: 'PUT',
    path: `${moySkladBase}/items/:id`,
    access: 'owner',
    changes: ['moy_sklad', 'product', 'warehouse', 'legal_entity', 'user'],
    body: z.strictObject({
      decision: z.enum(moySkladDecisions).nullable(),
      tie_id: id.nullable().default(null),
    }),
    answer: { item },
    errors: ['wrong_state'],
  }),
  /** The same decision for several named rows. */
  decideMany: call({
    method: 'POST',
    path: `${moySkladBase}/items/decide`,
    access: 'owner',
    changes: ['moy_sklad', 'product', 'warehouse', 'legal_entity', 'user'],
    body: z.strictObject({
      ids: z.array(id).min(1).max(1000),
      decision: z.enum(['create', 'ignore']).nullable(),
    }),
    answer: { decided: z.int() },
    errors: ['wrong_state'],
  }),
  /** Writes failed rows again: the named ones, or all. A job does this as a run. */
  retry: call({
    method: 'POST',
    path: `${moySkladBase}/items/retry`,
    access: 'owner',
    changes: ['moy_sklad'],
    success: 201,
    body: z.strictObject({ ids: z.array(id).min(1).max(1000).optional() }),
    answer: { run: moySkladRun },
    errors: ['wrong_state'],
  }),
  log: listCall({
    path: `${moySkladBase}/log`,
    access: 'owner',
    shows: ['moy_sklad'],
    plural: 'lines',
    row: logLine,
    sorts: ['created_at'],
    filters: {
      kind: oneOrMany(z.enum(moySkladParts)).optional(),
      action: oneOrMany(z.enum(moySkladActions)).optional(),
      run_id: id.optional(),
      is_conflict: z.boolean().optional(),
    },
    addressed: ['kind', 'action', 'run_id', 'is_conflict'],
  }),
  /** Returns the MoySklad employee of a person, and the employees who can be chosen. */
  user: call({
    method: 'GET',
    path: `${moySkladBase}/users/:id`,
    access: 'owner',
    shows: ['moy_sklad'],
    answer: { moi_sklad: userTie },
  }),
  tieUser: call({
    method: 'PUT',
    path: `${moySkladBase}/users/:id`,
    access: 'owner',
    changes: ['moy_sklad', 'user'],
    body: z.strictObject({ moy_sklad_id: uuid.nullable(), version: version.optional() }),
    answer: { moi_sklad: userTie },
    errors: ['stale', 'wrong_state'],
  }),
}
