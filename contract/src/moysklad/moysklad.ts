import { z } from 'zod'
import { asForeign, call } from '../call.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { fieldText, id, instant, version } from '../shapes/primitives.ts'
import { recordOf } from '../shapes/records.ts'
import { person } from '../users/users.ts'
import {
  type MoySkladPart,
  moySkladFields,
  type moySkladFlags,
  moySkladHookStates,
  moySkladOwners,
  moySkladParts,
  moySkladPauses,
  moySkladReasons,
  moySkladRunFailures,
  moySkladRunStates,
  moySkladStates,
} from './moysklad.line.ts'
import { logLine } from './moysklad.log.ts'

const part = z.enum(moySkladParts)
/** Ids of MoySklad. */
const uuid = z.uuid()

const owner = z.enum(moySkladOwners)
const ownersOf = <const Field extends string>(fields: readonly Field[]) =>
  z.strictObject(recordOf(fields, () => owner))
/** Who wins, for each field. */
const owners = z.strictObject({
  organization: ownersOf(moySkladFields.organization),
  store: ownersOf(moySkladFields.store),
  product: ownersOf(moySkladFields.product),
})
export type MoySkladOwnership = z.infer<typeof owners>

/** Progress of one part of a run: rows read from MoySklad, and rows written into our data. */
const progress = z.object({
  part,
  /** Rows in MoySklad, if known. */
  total: z.int().nullable(),
  read: z.int(),
  written: z.int(),
})

export const moySkladRun = z.object({
  id,
  reason: z.enum(moySkladReasons),
  state: z.enum(moySkladRunStates),
  /** The parts, each with its progress. */
  progress: z.array(progress),
  counts: z.object({
    created: z.int(),
    tied: z.int(),
    changed: z.int(),
    failed: z.int(),
    gone: z.int(),
    /** Cells of stock whose number has changed. */
    stock: z.int(),
  }),
  failure: z.enum(moySkladRunFailures).nullable(),
  /** Requests to MoySklad, and those that it refused because of its rate limit. */
  requests: z.int(),
  limited: z.int(),
  /** Who started the run; null: it started automatically. */
  user: person.nullable(),
  started_at: instant,
  finished_at: instant.nullable(),
})
export type MoySkladRun = z.infer<typeof moySkladRun>

const health = z.object({
  part,
  is_chosen: z.boolean(),
  /** Whether the token may read it. */
  may_read: z.boolean(),
  /** When it was last complete: read to the end and written. */
  succeeded_at: instant.nullable(),
  /** When all of it was last read, not only changes. */
  reconciled_at: instant.nullable(),
  /**
   * Counts of read rows: all, linked to one of our items, waiting for a person, failed, and written without a
   * field that breaks a rule.
   */
  items: z.int(),
  tied: z.int(),
  waiting: z.int(),
  failed: z.int(),
  partial: z.int(),
})
export type MoySkladHealth = z.infer<typeof health>

/** What admins see of a connection: whether it works, and its results. */
const status = z.object({
  connected: z.literal(true),
  state: z.enum(moySkladStates),
  hooks: z.object({ state: z.enum(moySkladHookStates), received_at: instant.nullable(), waiting: z.int() }),
  /** No requests are sent to MoySklad until then. */
  pause: z.object({ until: instant, reason: z.enum(moySkladPauses) }).nullable(),
  health: z.array(health),
  /** The current run, or else the last one. */
  run: moySkladRun.nullable(),
  /** The newest entries of the log, at most 20. */
  log: z.array(logLine),
  /** When the next automatic run starts. */
  next_at: instant.nullable(),
  connected_at: instant,
})
export type MoySkladStatus = z.infer<typeof status>

/** Parts that are read. */
const sync = z.strictObject({
  organizations: z.boolean(),
  stores: z.boolean(),
  products: z.boolean(),
  employees: z.boolean(),
  stock: z.boolean(),
} satisfies Record<(typeof moySkladFlags)[MoySkladPart], z.ZodType>)
export type MoySkladSync = z.infer<typeof sync>

/** The whole connection, for owners. */
const connection = status.extend({
  /** The last characters of the token. */
  masked_token: z.string(),
  /** Owner of the token, as MoySklad names it. */
  account: z.object({ name: z.string(), login: z.string().nullable(), is_solution: z.boolean() }),
  /** Request limit, as measured at the connection; `cost`: the `units` that one request takes. */
  limit: z.object({ units: z.int(), window_ms: z.int(), cost: z.int() }),
  /** The only organization that becomes a legal entity; null: all of them do. */
  organization_id: uuid.nullable(),
  /** Organizations to choose from, at most 200. */
  organizations: z.array(z.object({ id: uuid, name: z.string(), inn: z.string().nullable() })),
  sync,
  owners,
  version: z.int(),
})
export type MoySkladConnection = z.infer<typeof connection>

const notConnected = z.object({ connected: z.literal(false) })

// It is put into a header unchanged.
const token = z
  .string()
  .trim()
  .min(1)
  .max(4096)
  .refine((value) => /^[!-~]*$/.test(value), fieldText('bad_foreign_token'))

const settings = z
  .strictObject({
    /** Required if there is no connection. */
    token,
    organization_id: uuid.nullable(),
    /** Parts that are not named stay unchanged. */
    sync: sync.partial(),
    owners,
    hooks: z.boolean(),
    version,
  })
  .partial()
export type MoySkladSettings = z.output<typeof settings>

const answer = { moi_sklad: connection }
export const moySkladBase = '/company/moi_sklad'

/** The connection of a company with MoySklad. */
export const moySklad = {
  /** Owners get the whole connection; admins only its status, without the token and the settings. */
  get: call({
    method: 'GET',
    path: moySkladBase,
    access: 'admin',
    shows: ['moy_sklad'],
    answer: { moi_sklad: z.union([connection, status, notConnected]) },
  }),
  /**
   * Connects, or changes the fields that are sent. A token is stored after MoySklad has accepted it, with its
   * permissions and its request limit. Another token of the same account changes nothing else; a token of
   * another account restarts everything.
   */
  save: call({
    method: 'POST',
    path: moySkladBase,
    access: 'owner',
    changes: ['moy_sklad'],
    effect: 'slow_steps',
    body: settings,
    answer,
    errors: ['upstream', 'too_many_requests', 'stale'],
  }),
  /** Deletes the token and all data that was read. Our items keep the ids of their MoySklad rows. */
  disconnect: call({
    method: 'DELETE',
    path: moySkladBase,
    access: 'owner',
    changes: ['moy_sklad'],
    answer: {},
  }),
  /** Starts a run. The first run reads and stops at `checking`. 409 if a run is in progress. */
  sync: call({
    method: 'POST',
    path: `${moySkladBase}/sync`,
    access: 'admin',
    changes: ['moy_sklad'],
    success: 201,
    body: z.strictObject({ full: z.boolean().default(false) }),
    answer: { run: moySkladRun },
    errors: ['wrong_state'],
  }),
  /** Stops the current run. Data that was read and written so far stays. */
  stop: call({
    method: 'POST',
    path: `${moySkladBase}/stop`,
    access: 'owner',
    changes: ['moy_sklad'],
    answer,
    errors: ['wrong_state'],
  }),
  /** Writes the data of the first read. From then on runs start automatically. */
  confirm: call({
    method: 'POST',
    path: `${moySkladBase}/confirm`,
    access: 'owner',
    changes: ['moy_sklad'],
    success: 201,
    answer: { run: moySkladRun },
    errors: ['wrong_state'],
  }),
  runs: listCall({
    path: `${moySkladBase}/runs`,
    access: 'owner',
    shows: ['moy_sklad'],
    plural: 'runs',
    row: moySkladRun,
    sorts: ['started_at'],
    filters: {
      state: oneOrMany(z.enum(moySkladRunStates)).optional(),
      reason: oneOrMany(z.enum(moySkladReasons)).optional(),
    },
  }),
  /**
   * Receives webhooks of MoySklad. Its path is registered in the accounts of customers, so it must never
   * change. Stores the message and answers at once. A repeated `requestId` is stored once.
   */
  hook: asForeign(
    call({
      method: 'POST',
      path: '/moy_sklad/hooks/:hook_key',
      access: 'anyone',
      changes: [],
      query: { requestId: z.string().max(1000).optional() },
      body: z.looseObject({}),
      success: 204,
      answer: {},
      errors: ['too_many_requests'],
    }),
  ),
}
