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
/** Their ids. */
const uuid = z.uuid()

const owner = z.enum(moySkladOwners)
const ownersOf = <const Fields extends readonly string[]>(fields: Fields) =>
  z.strictObject(
    Object.fromEntries(fields.map((field) => [field, owner])) as Record<Fields[number], typeof owner>,
  )
/** Who wins, field by field. */
const owners = z.strictObject({
  organization: ownersOf(moySkladFields.organization),
  store: ownersOf(moySkladFields.store),
  product: ownersOf(moySkladFields.product),
})
export type MoySkladOwnership = z.infer<typeof owners>

/** One stretch of a run: what is read from them, or what of it is written into ours. */
const progress = z.object({
  part,
  /** What they have, as far as it is known. */
  total: z.int().nullable(),
  read: z.int(),
  written: z.int(),
})

const run = z.object({
  id,
  reason: z.enum(moySkladReasons),
  state: z.enum(moySkladRunStates),
  /** Which parts, and how far each is. */
  progress: z.array(progress),
  counts: z.object({
    created: z.int(),
    tied: z.int(),
    changed: z.int(),
    failed: z.int(),
    gone: z.int(),
    /** Cells of stock that are another number now. */
    stock: z.int(),
  }),
  failure: z.enum(moySkladRunFailures).nullable(),
  /** Asked of them, and of that refused because it was too much. */
  requests: z.int(),
  limited: z.int(),
  /** Who has begun it; null: it began by itself. */
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
  /** When it was last right: read to its end, and written. */
  succeeded_at: instant.nullable(),
  /** When all of it was last read, and not only what had changed. */
  reconciled_at: instant.nullable(),
  /**
   * Of theirs that were read: all, those tied to one of ours, those that wait for a person, those that failed, those
   * of which a field was left out because it breaks a rule.
   */
  items: z.int(),
  tied: z.int(),
  waiting: z.int(),
  failed: z.int(),
  partial: z.int(),
})
export type MoySkladHealth = z.infer<typeof health>

/** What admins see of a connection: whether it works, and what it has done. */
const status = z.object({
  connected: z.literal(true),
  state: z.enum(moySkladStates),
  hooks: z.object({ state: z.enum(moySkladHookStates), received_at: instant.nullable(), waiting: z.int() }),
  /** Nothing is asked of them until then. */
  pause: z.object({ until: instant, reason: z.enum(moySkladPauses) }).nullable(),
  health: z.array(health),
  /** The one that is on its way, or else the last. */
  run: run.nullable(),
  /** The newest entries of the log, at most 20. */
  log: z.array(logLine),
  /** When the next run begins by itself. */
  next_at: instant.nullable(),
  connected_at: instant,
})
export type MoySkladStatus = z.infer<typeof status>

/** Which parts come. */
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
  /** Whose token it is, as they say. */
  account: z.object({ name: z.string(), login: z.string().nullable(), is_solution: z.boolean() }),
  /** How much may be asked, as measured when it was connected; `cost`: what one question takes of `units`. */
  limit: z.object({ units: z.int(), window_ms: z.int(), cost: z.int() }),
  /** One of theirs, of which alone a legal entity is made; null: of all. */
  organization_id: uuid.nullable(),
  /** Theirs to choose from, at most 200. */
  organizations: z.array(z.object({ id: uuid, name: z.string(), inn: z.string().nullable() })),
  sync,
  owners,
  version: z.int(),
})
export type MoySkladConnection = z.infer<typeof connection>

const notConnected = z.object({ connected: z.literal(false) })

/** What would become of what was read: how many of each. */
const preview = z.array(z.object({ kind, plans: z.record(z.enum(moySkladPlans), z.int()) }))
export type MoySkladPreview = z.infer<typeof preview>

// It goes into a header as it is.
const token = z
  .string()
  .trim()
  .min(1)
  .max(4096)
  .refine((value) => /^[!-~]*$/.test(value), fieldText('bad_foreign_token'))

const settings = z
  .strictObject({
    /** Must be given where there is no connection. */
    token,
    organization_id: uuid.nullable(),
    /** Parts that are not named stay as they are. */
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
  /** Owners get the whole connection; admins its status alone, with neither token nor settings. */
  get: call({
    method: 'GET',
    path: base,
    access: 'admin',
    answer: { moi_sklad: z.union([connection, status, notConnected]) },
  }),
  /**
   * Connects, and changes what is sent. A token is kept once they have accepted it, with what it may read and how
   * much. In place of another of the same account it changes nothing else; with one of another account all begins anew.
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
  /** Forgets the token and all that was read. What ours were tied to stays written down on them. */
  disconnect: call({ method: 'DELETE', path: base, access: 'owner', answer: {} }),
  /** Begins a run: the first reads and stops at `checking`. 409 where one is on its way. */
  sync: call({
    method: 'POST',
    path: `${base}/sync`,
    access: 'admin',
    success: 201,
    body: z.strictObject({ full: z.boolean().default(false) }),
    answer: { run },
    errors: ['wrong_state'],
  }),
  /** Ends the run that is on its way; what is read and written by then stays. */
  stop: call({ method: 'POST', path: `${base}/stop`, access: 'owner', answer, errors: ['wrong_state'] }),
  /** Has what was read at first written, from which on it runs by itself. */
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
   * What they tell of changes. Its path is registered in the accounts of customers, so it never changes. Stored, and
   * answered at once; a repeated `requestId` is stored once.
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
  /** Article or code, INN, address, email: what tells it from others of the same name. */
  subtitle: z.string().nullable(),
  barcodes: z.array(z.string()),
  plan: z.enum(moySkladPlans),
  /** Fields that are to become another, with what stands there now, where `plan` is create, tie or change. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  decision: z.enum(moySkladDecisions).nullable(),
  tied_to: ours.nullable(),
  /** Those of ours it could be, and by what; at most 10, the likeliest first. */
  candidates: z.array(ours.extend({ matches: z.array(z.enum(moySkladMatches)) })),
  failures: z.array(failure),
  is_gone: z.boolean(),
  /** Where it opens in MoySklad. */
  url: z.string().nullable(),
  /** When they have changed it last. */
  updated_at: instant.nullable(),
  /** When it was last written into ours. */
  written_at: instant.nullable(),
})
export type MoySkladItem = z.infer<typeof item>

/** To which employee of theirs a person is tied, and what came of it. */
const userTie = z.object({
  /** Whether there is a connection, and employees come through it. */
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
  /** Employees whom it could be, those who share an email or a name first, then all others who are free; at most 200. */
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

/** What was read from MoySklad, what becomes of it, and what became of it. */
export const moySkladItems = {
  /** What would become, or is to become, of all that was read. */
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
      /** Taken without fields that break a rule. */
      is_partial: z.boolean().optional(),
    },
  }),
  get: call({ method: 'GET', path: `${base}/items/:id`, access: 'owner', answer: { item } }),
  /**
   * Says what is to become of one: `tie` with the id of one of ours, `create`, `ignore`; null leaves it to what they
   * have in common. 422 `tie_id` where ours is not there, or tied to another. When `on` it is written at once.
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
  /** The same decision for many: those that are named. */
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
  /** Writes what has failed once more: those that are named, or all. A job does it, as a run. */
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
  /** To which employee a person is linked, and to whom they could be. */
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
