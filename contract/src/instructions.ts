import { z } from 'zod'
import { call } from './call.ts'
import { instructionBrief } from './instructions.brief.ts'
import { mostBody, mostTags } from './instructions.rules.ts'
import { listCall, oneOrMany } from './list.ts'
import { multimedia, multimediaIds } from './multimedia.ts'
import { fieldText, id, instant, line, longText, optionalLine, version } from './primitives.ts'
import { productBrief } from './products.brief.ts'
import { person } from './users.ts'

const mostProducts = 500

const shown = {
  ...instructionBrief.shape,
  /** Empty: none. */
  category: z.string(),
  product_ids: z.array(id),
  is_published: z.boolean(),
  /** Its place among all others, counted from 1 without gaps. */
  position: z.int(),
  /** How many of the active staff have confirmed this revision; null for staff. */
  readers: z.object({ read: z.int(), of: z.int() }).nullable(),
  version: z.int(),
  created_at: instant,
  updated_at: instant,
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    /** It asks to be confirmed, and the signed-in person has not done so. */
    read: z.boolean(),
  }),
}

const listedInstruction = z.object({
  ...shown,
  /** The beginning of its text, without tags. */
  excerpt: z.string(),
  /** File of its first photo; null where it has none. */
  photo: z.string().nullable(),
})
export type ListedInstruction = z.infer<typeof listedInstruction>

const instruction = z.object({
  ...shown,
  /** HTML of `bodyTags` alone. */
  body: z.string(),
  multimedia: z.array(multimedia),
  products: z.array(productBrief),
  /** Who has confirmed this revision, the newest 100; to staff only themselves. */
  read_by: z.array(z.object({ user: person, read_at: instant })),
  /** Who changed it last. */
  updated_by: person,
})
export type Instruction = z.infer<typeof instruction>

/** One of the active staff: whether they have confirmed this revision. `id` is theirs. */
const reader = z.object({ id, user: person, read_at: instant.nullable() })
export type InstructionReader = z.infer<typeof reader>

/** What was confirmed by that number. */
const revision = z.object({
  id,
  revision: z.int(),
  /** As they stood when it was published, or raised: small changes since are not in it. */
  title: z.string(),
  body: z.string(),
  created_at: instant,
  user: person,
  /** How many people have confirmed it, whoever they are by now. */
  reads: z.int(),
})
export type InstructionRevision = z.infer<typeof revision>

const hasFewTags = (body: string): boolean => body.split('<', mostTags + 2).length <= mostTags + 1

const fields = {
  title: line(200),
  /** HTML; what is not of `bodyTags` is taken out, and media that are not of `multimedia_ids`. */
  body: longText(mostBody).refine(hasFewTags, fieldText('too_many_tags', { maximum: mostTags })),
  category: optionalLine(100),
  /** In the order in which they are shown; sent, it replaces what was there. */
  multimedia_ids: multimediaIds,
  product_ids: z.array(id).max(mostProducts),
  requires_ack: z.boolean(),
  is_published: z.boolean(),
  /** The place it takes; whatever stands there, and all behind it, make room. Beyond the last: the last. */
  position: z.int().min(1).max(1_000_000),
}

/** What creates an instruction; all but the title has a default. */
const draft = z.strictObject({
  ...fields,
  body: fields.body.default(''),
  category: fields.category.default(''),
  multimedia_ids: multimediaIds.default([]),
  product_ids: fields.product_ids.default([]),
  requires_ack: z.boolean().default(false),
  is_published: z.boolean().default(false),
  /** Not sent: the last. */
  position: fields.position.optional(),
})
export type InstructionDraft = z.output<typeof draft>

/** Changes to an instruction: only the fields that are sent. Dragging it sends its `position` alone. */
const patch = z
  .strictObject({
    ...fields,
    version,
    /**
     * The change is a big one: the revision rises, and all confirm anew. Of what was never published nobody has
     * confirmed anything, and nothing rises.
     */
    raise_revision: z.boolean(),
  })
  .partial()
export type InstructionPatch = z.output<typeof patch>

const answer = { instruction }
const base = '/instructions'

/** How work is done, to be read. To staff a draft is not there; a catalogue sorts by `position`, `asc`. */
export const instructions = {
  list: listCall({
    path: base,
    access: 'staff',
    plural: 'instructions',
    row: listedInstruction,
    sorts: ['position', 'title', 'category', 'created_at', 'updated_at'],
    filters: {
      category: oneOrMany(optionalLine(100)).optional(),
      product_id: oneOrMany(id).optional(),
      is_published: z.boolean().optional(),
      requires_ack: z.boolean().optional(),
      /** Those that ask the signed-in person to confirm them. */
      unread: z.boolean().optional(),
    },
    /** All that there are for this person, whatever the filters: the first 100 by name. */
    extra: { categories: z.array(z.string()) },
  }),
  get: call({ method: 'GET', path: `${base}/:id`, access: 'staff', answer }),
  create: call({
    method: 'POST',
    path: `${base}/create`,
    access: 'admin',
    success: 201,
    body: draft,
    answer,
  }),
  update: call({
    method: 'PUT',
    path: `${base}/:id`,
    access: 'admin',
    body: patch,
    answer,
    errors: ['stale'],
  }),
  /** Its confirmations go with it. */
  remove: call({ method: 'DELETE', path: `${base}/:id`, access: 'admin', answer: {} }),
  /**
   * Confirms that the signed-in person has read it; again, it is answered alike, and so it is where
   * nobody has asked for it. `wrong_state`: a draft. `stale`: `revision` is what they have read, and it is another one now.
   */
  read: call({
    method: 'POST',
    path: `${base}/:id/read`,
    access: 'staff',
    body: z.strictObject({ revision: z.int().positive().optional() }),
    answer,
    errors: ['wrong_state', 'stale'],
  }),
  /** The active staff: who has read it and who has not. */
  readers: listCall({
    path: '/listing/readers/:id',
    access: 'admin',
    plural: 'readers',
    row: reader,
    sorts: ['full_name', 'read_at'],
    filters: { read: z.boolean().optional() },
  }),
  /** All that was ever published of it, the texts whole. */
  revisions: listCall({
    path: '/listing/revisions/:id',
    access: 'admin',
    plural: 'revisions',
    row: revision,
    sorts: ['revision', 'created_at'],
    filters: {},
  }),
}
