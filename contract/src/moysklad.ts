import { z } from 'zod'
import { asForeign, call } from './call.ts'
import { listCall, oneOrMany } from './list.ts'
import {
  type MoySkladPart,
  moySkladActions,
  moySkladDecisions,
  moySkladFields,
  type moySkladFlags,
  moySkladHookStates,
  moySkladKinds,
  moySkladMatches,
  moySkladOwners,
  moySkladParts,
  moySkladPauses,
  moySkladPlans,
  moySkladReasons,
  moySkladRunFailures,
  moySkladRunStates,
  moySkladStates,
} from './moysklad.line.ts'
import { failure, logLine, ours } from './moysklad.log.ts'
import { fieldText, id, instant, version } from './primitives.ts'
import { person } from './users.ts'

const kind = z.enum(moySkladKinds)
const part = z.enum(moySkladParts)
/** Ids of MoySklad. */
const uuid = z.uuid()

const owner = z.enum(moySkladOwners)
const ownersOf = <const Fields extends readonly string[]>(fields: Fields) =>
  z.strictObject(
    Object.fromEntries(fields.map((field) => [field, owner])) as Record<Fields[number], typeof owner>,
  )
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

const run = z.object({
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
export type MoySkladRun = z.infer<typeof run>

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
  run: run.nullable(),
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

/** The preview of what was read: the number of rows for each plan. */
const preview = z.array(z.object({ kind, plans: z.record(z.enum(moySkladPlans), z.int()) }))
export type MoySkladPreview = z.infer<typeof preview>

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
const base = '/company/moi_sklad'

/** The connection of a company with MoySklad. */
export const moySklad = {
  /** Owners get the whole connection; admins only its status, without the token and the settings. */
  get: call({
    method: 'GET',
    path: base,
    access: 'admin',
    answer: { moi_sklad: z.union([connection, status, notConnected]) },
  }),
  /**
   * Connects, or changes the fields that are sent. A token is stored after MoySklad has accepted it, with its
   * permissions and its request limit. Another token of the same account changes nothing else; a token of
   * another account restarts everything.
   */
  save: call({
    method: 'POST',
    path: base,
    access: 'owner',
    effect: 'slow_steps',
    body: settings,
    answer,
    errors: ['upstream', 'too_many_requests', 'stale'],
  }),
  /** Deletes the token and all data that was read. Our items keep the ids of their MoySklad rows. */
  disconnect: call({ method: 'DELETE', path: base, access: 'owner', answer: {} }),
  /** Starts a run. The first run reads and stops at `checking`. 409 if a run is in progress. */
  sync: call({
    method: 'POST',
    path: `${base}/sync`,
    access: 'admin',
    success: 201,
    body: z.strictObject({ full: z.boolean().default(false) }),
    answer: { run },
    errors: ['wrong_state'],
  }),
  /** Stops the current run. Data that was read and written so far stays. */
  stop: call({ method: 'POST', path: `${base}/stop`, access: 'owner', answer, errors: ['wrong_state'] }),
  /** Writes the data of the first read. From then on runs start automatically. */
  confirm: call({
    method: 'POST',
    path: `${base}/confirm`,
    access: 'owner',
    success: 201,
    answer: { run },
    errors: ['wrong_state'],
  }),
  runs: listCall({
    path: `${base}/runs`,
    access: 'owner',
    plural: 'runs',
    row: run,
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
      query: { requestId: z.string().max(1000).optional() },
      body: z.looseObject({}),
      success: 204,
      answer: {},
      errors: ['too_many_requests'],
    }),
  ),
}

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

/** The MoySklad employee that a person is linked to, and the results. */
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
    path: `${base}/preview`,
    access: 'owner',
    answer: { preview },
    errors: ['wrong_state'],
  }),
  list: listCall({
    path: `${base}/items`,
    access: 'owner',
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
  }),
  get: call({ method: 'GET', path: `${base}/items/:id`, access: 'owner', answer: { item } }),
  /**
   * Decides about a row: `tie` with the id of one of our items, `create`, `ignore`; null leaves the decision
   * to the matching fields. 422 `tie_id` if our item does not exist or is linked to another row. In the state
   * `on` the row is written at once.
   */
  decide: call({
    method: 'PUT',
    path: `${base}/items/:id`,
    access: 'owner',
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
    path: `${base}/items/decide`,
    access: 'owner',
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
    path: `${base}/items/retry`,
    access: 'owner',
    success: 201,
    body: z.strictObject({ ids: z.array(id).min(1).max(1000).optional() }),
    answer: { run },
    errors: ['wrong_state'],
  }),
  log: listCall({
    path: `${base}/log`,
    access: 'owner',
    plural: 'lines',
    row: logLine,
    sorts: ['created_at'],
    filters: {
      kind: oneOrMany(part).optional(),
      action: oneOrMany(z.enum(moySkladActions)).optional(),
      run_id: id.optional(),
      is_conflict: z.boolean().optional(),
    },
  }),
  /** The employee that a person is linked to, and the employees to choose from. */
  user: call({ method: 'GET', path: `${base}/users/:id`, access: 'owner', answer: { moi_sklad: userTie } }),
  tieUser: call({
    method: 'PUT',
    path: `${base}/users/:id`,
    access: 'owner',
    body: z.strictObject({ moy_sklad_id: uuid.nullable(), version: version.optional() }),
    answer: { moi_sklad: userTie },
    errors: ['stale', 'wrong_state'],
  }),
}
