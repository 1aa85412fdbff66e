// Free of schemas, so that pages which only show them do not carry the checker of all shapes.

/** What MoySklad has that comes to us; `product` stands for their products and their bundles. */
export const moySkladKinds = ['organization', 'store', 'product', 'employee'] as const
export type MoySkladKind = (typeof moySkladKinds)[number]

/** What can be chosen to come: the kinds, and how many pieces of products lie in which store. */
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
 * Where the connection stands: `choosing` the token is accepted, and what is to come is being chosen; `reading` the
 * first time; `checking` all is read and nothing is changed yet, the owner looks at what would be; `on`; `refused`
 * their token is accepted no more.
 */
export const moySkladStates = ['choosing', 'reading', 'checking', 'on', 'refused'] as const
export type MoySkladState = (typeof moySkladStates)[number]

/** Why nothing is asked of them for a while. */
export const moySkladPauses = ['away', 'slow', 'busy', 'broken', 'maintenance'] as const
export type MoySkladPause = (typeof moySkladPauses)[number]

/**
 * Whether they tell us of changes at once: `unreachable` they cannot reach this installation's address; `forbidden`
 * the token may not ask for it; `failed` they have refused it.
 */
export const moySkladHookStates = ['off', 'on', 'unreachable', 'forbidden', 'failed'] as const
export type MoySkladHookState = (typeof moySkladHookStates)[number]

/** Why a run was begun; `full` looks at everything once more, to find what no message has told of. */
export const moySkladReasons = ['first', 'schedule', 'manual', 'event', 'full'] as const
export type MoySkladReason = (typeof moySkladReasons)[number]

export const moySkladRunStates = ['waiting', 'running', 'done', 'failed', 'stopped'] as const
export type MoySkladRunState = (typeof moySkladRunStates)[number]

/** What a run was ended by. */
export const moySkladRunFailures = [...moySkladPauses, 'refused', 'forbidden', 'internal'] as const
export type MoySkladRunFailure = (typeof moySkladRunFailures)[number]

/**
 * What is to become of one of theirs: `tie` it is one of ours that was not tied yet; `ambiguous` it could be several
 * of ours, or one that is tied to another, and a person has to say which; `invalid` it breaks one of our rules.
 */
export const moySkladPlans = ['create', 'tie', 'change', 'same', 'ambiguous', 'invalid', 'ignore'] as const
export type MoySkladPlan = (typeof moySkladPlans)[number]

/** What a person has said of one of theirs; without it what they have in common says. */
export const moySkladDecisions = ['create', 'tie', 'ignore'] as const
export type MoySkladDecision = (typeof moySkladDecisions)[number]

/** What one of theirs and one of ours have in common. */
export const moySkladMatches = ['barcode', 'article', 'name', 'inn', 'email'] as const
export type MoySkladMatch = (typeof moySkladMatches)[number]

/**
 * What a run did; `fail` why stands with it; `partial` it was taken without the fields that stand with it; `gone` they
 * have it no more, or keep it in their archive; `back` again.
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

/** Fields that both have, and of which it is said who wins; each stands for what a person thinks of as one. */
export const moySkladFields = {
  organization: ['name', 'full_name', 'requisites', 'addresses', 'contacts', 'bank'],
  store: ['name', 'address', 'is_active'],
  product: ['name', 'article', 'barcodes', 'category', 'description', 'weight_g', 'components', 'is_active'],
} as const satisfies Partial<Record<MoySkladKind, readonly string[]>>

/** Kinds of which something is written into ours. Employees are only what people can be tied to. */
export type MoySkladOwnedKind = keyof typeof moySkladFields

/** Who wins: `artel` takes theirs once, when it makes ours, and leaves it alone from then on. */
export const moySkladOwners = ['moysklad', 'artel'] as const
export type MoySkladOwner = (typeof moySkladOwners)[number]
