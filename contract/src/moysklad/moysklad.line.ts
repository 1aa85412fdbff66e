// Without schemas, so that pages that only show these values do not load the schema library.

/** Kinds of MoySklad data that are read. `product` includes products and bundles. */
export const moySkladKinds = ['organization', 'store', 'product', 'employee'] as const
export type MoySkladKind = (typeof moySkladKinds)[number]

/** Parts that can be chosen: the kinds, and the stock (pieces of products in each store). */
export const moySkladParts = [...moySkladKinds, 'stock'] as const
export type MoySkladPart = (typeof moySkladParts)[number]

/** The flag of each part in the settings (`sync`). */
export const moySkladFlags = {
  organization: 'organizations',
  store: 'stores',
  product: 'products',
  employee: 'employees',
  stock: 'stock',
} as const satisfies Record<MoySkladPart, string>

/**
 * State of the connection. `choosing`: the token is accepted and the parts are being chosen. `reading`: the
 * first read. `checking`: everything is read and nothing is changed yet, the owner looks at the preview.
 * `on`. `refused`: MoySklad no longer accepts the token.
 */
export const moySkladStates = ['choosing', 'reading', 'checking', 'on', 'refused'] as const
export type MoySkladState = (typeof moySkladStates)[number]

/** Why no requests are sent to MoySklad for a while. */
export const moySkladPauses = ['away', 'slow', 'busy', 'broken', 'maintenance'] as const
export type MoySkladPause = (typeof moySkladPauses)[number]

/**
 * Whether MoySklad reports changes at once by webhooks. `unreachable`: it cannot reach the address of this
 * installation. `forbidden`: the token may not register webhooks. `failed`: MoySklad has refused them.
 */
export const moySkladHookStates = ['off', 'on', 'unreachable', 'forbidden', 'failed'] as const
export type MoySkladHookState = (typeof moySkladHookStates)[number]

/** Why a run was started. `full` checks everything again, to find changes that no webhook has reported. */
export const moySkladReasons = ['first', 'schedule', 'manual', 'event', 'full'] as const
export type MoySkladReason = (typeof moySkladReasons)[number]

export const moySkladRunStates = ['waiting', 'running', 'done', 'failed', 'stopped'] as const
export type MoySkladRunState = (typeof moySkladRunStates)[number]

/** Why a run failed. `full`: the company stores as many MoySklad rows or bytes as it may. */
export const moySkladRunFailures = [...moySkladPauses, 'refused', 'forbidden', 'full', 'internal'] as const
export type MoySkladRunFailure = (typeof moySkladRunFailures)[number]

/**
 * The plan for a MoySklad row. `tie`: it matches one of our items that was not linked yet. `ambiguous`: a
 * person must decide, because the row matches several of our items, or an item that is linked to another row.
 * `invalid`: the row breaks one of our rules.
 */
export const moySkladPlans = ['create', 'tie', 'change', 'same', 'ambiguous', 'invalid', 'ignore'] as const
export type MoySkladPlan = (typeof moySkladPlans)[number]

/** The key of a plan's word. An ignored employee has a word of their own: they are linked to nobody. */
export const planWord = (plan: MoySkladPlan, kind: string) =>
  plan === 'ignore' && kind === 'employee' ? 'plan_ignore_employee' : (`plan_${plan}` as const)

/** A person's decision about a MoySklad row. Without a decision the matching fields decide. */
export const moySkladDecisions = ['create', 'tie', 'ignore'] as const
export type MoySkladDecision = (typeof moySkladDecisions)[number]

/** Fields in which a MoySklad row and one of our items match. */
export const moySkladMatches = ['barcode', 'article', 'name', 'inn', 'email'] as const
export type MoySkladMatch = (typeof moySkladMatches)[number]

/**
 * What a run did. `fail`: the reason is in the entry. `partial`: written without the fields in the entry.
 * `gone`: MoySklad has deleted or archived the row. `back`: the row exists again.
 */
export const moySkladActions = [
  'create',
  'tie',
  'change',
  'untie',
  'fail',
  'partial',
  'gone',
  'back',
] as const
export type MoySkladAction = (typeof moySkladActions)[number]

/** Fields of both systems for which an owner is set. Each stands for what a person regards as one field. */
export const moySkladFields = {
  organization: ['name', 'full_name', 'requisites', 'addresses', 'contacts', 'bank'],
  store: ['name', 'address', 'is_active'],
  product: ['name', 'article', 'barcodes', 'category', 'description', 'weight_g', 'components', 'is_active'],
} as const satisfies Partial<Record<MoySkladKind, readonly string[]>>

/** Kinds that are written into our data. Employees only serve as links of people. */
export type MoySkladOwnedKind = keyof typeof moySkladFields

/**
 * Who wins. `artel` takes the MoySklad value once, when our item is created, and never changes it afterwards.
 */
export const moySkladOwners = ['moysklad', 'artel'] as const
export type MoySkladOwner = (typeof moySkladOwners)[number]
