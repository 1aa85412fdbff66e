import { z } from 'zod'
import { call } from '../call.ts'
import { multimedia, multimediaIds } from '../multimedia/multimedia.ts'
import { productBrief } from '../products/products.brief.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { fieldText, id, instant, line, longText, optionalLine, version } from '../shapes/primitives.ts'
import { stepField } from '../tasks/work-steps.ts'
import { person } from '../users/users.ts'
import { instructionBrief } from './instructions.brief.ts'
import { maxBody, maxTags } from './instructions.rules.ts'

const maxProducts = 500

const shown = {
  ...instructionBrief.shape,
  /** Empty: no category. */
  category: z.string(),
  product_ids: z.array(id),
  is_published: z.boolean(),
  /** Its place among all instructions, counted from 1 without gaps. */
  position: z.int(),
  /** How many of the active staff have confirmed this revision; null for staff. */
  readers: z.object({ read: z.int(), of: z.int() }).nullable(),
  version: z.int(),
  created_at: instant,
  updated_at: instant,
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    /** It requires a confirmation that the signed-in person has not given yet. */
    read: z.boolean(),
  }),
}

const listedInstruction = z.object({
  ...shown,
  /** The beginning of its text, without tags. */
  excerpt: z.string(),
  /** File of the first photo; null if it has none. */
  photo: z.string().nullable(),
})
export type ListedInstruction = z.infer<typeof listedInstruction>

const instruction = z.object({
  ...shown,
  /** HTML with only the tags of `bodyTags`. */
  body: z.string(),
  multimedia: z.array(multimedia),
  products: z.array(productBrief),
  /** The newest 100 confirmations of this revision. Staff see only their own. */
  read_by: z.array(z.object({ user: person, read_at: instant })),
  /** Who changed it last. */
  updated_by: person,
})
export type Instruction = z.infer<typeof instruction>

/** An active staff member, and whether they have confirmed this revision. `id`: the id of the person. */
const reader = z.object({ id, user: person, read_at: instant.nullable() })
export type InstructionReader = z.infer<typeof reader>

/** The text that was confirmed under a revision number. */
const revision = z.object({
  id,
  revision: z.int(),
  /** The texts when the revision was published or raised, without later small changes. */
  title: z.string(),
  body: z.string(),
  created_at: instant,
  user: person,
  /** Number of people who have confirmed it, whatever their status is now. */
  reads: z.int(),
})
export type InstructionRevision = z.infer<typeof revision>

const hasFewTags = (body: string): boolean => body.split('<', maxTags + 2).length <= maxTags + 1

const fields = {
  title: line(200),
  /** HTML. Tags that are not in `bodyTags` and media that are not in `multimedia_ids` are removed. */
  body: longText(maxBody).refine(hasFewTags, fieldText('too_many_tags', { maximum: maxTags })),
  category: optionalLine(100),
  /** In display order. Replaces the previous list. */
  multimedia_ids: multimediaIds,
  product_ids: z.array(id).max(maxProducts),
  requires_ack: z.boolean(),
  is_published: z.boolean(),
  /**
   * Its new place. The item there and all items behind it make room. A place beyond the last means the last.
   */
  position: z.int().min(1).max(1_000_000),
}

/** Fields of a new instruction. All but the title have defaults. */
const draft = z.strictObject({
  ...fields,
  body: fields.body.default(''),
  category: fields.category.default(''),
  multimedia_ids: multimediaIds.default([]),
  product_ids: fields.product_ids.default([]),
  requires_ack: z.boolean().default(false),
  is_published: z.boolean().default(false),
  /** Default: the last place. */
  position: fields.position.optional(),
})
export type InstructionDraft = z.output<typeof draft>

/** Changes to an instruction: only fields that are sent change. Dragging it sends only `position`. */
const patch = z
  .strictObject({
    ...fields,
    version,
    /**
     * A major change: the revision rises, and everybody must confirm it again. An instruction that was never
     * published has no confirmations, so its revision does not rise.
     */
    raise_revision: z.boolean(),
  })
  .partial()
export type InstructionPatch = z.output<typeof patch>

const answer = { instruction }
const base = '/instructions'

/** Instructions for work. Staff do not see drafts. A catalogue sorts by `position`, `asc`. */
export const instructions = {
  list: listCall({
    path: base,
    access: 'staff',
    shows: ['instruction'],
    plural: 'instructions',
    row: listedInstruction,
    sorts: ['position', 'title', 'category', 'created_at', 'updated_at'],
    filters: {
      category: oneOrMany(optionalLine(100)).optional(),
      product_id: oneOrMany(id).optional(),
      is_published: z.boolean().optional(),
      requires_ack: z.boolean().optional(),
      /** Instructions that the signed-in person must still confirm. */
      unread: z.boolean().optional(),
    },
    addressed: ['category', 'is_published', 'requires_ack'],
    /** All categories that this person may see, regardless of the filters: the first 100 by name. */
    extra: { categories: z.array(z.string()) },
  }),
  get: call({ method: 'GET', path: `${base}/:id`, access: 'staff', shows: ['instruction'], answer }),
  create: call({
    method: 'POST',
    path: `${base}/create`,
    access: 'admin',
    changes: ['instruction'],
    success: 201,
    body: draft,
    answer,
  }),
  update: call({
    method: 'PUT',
    path: `${base}/:id`,
    access: 'admin',
    changes: ['instruction'],
    body: patch,
    answer,
    errors: ['stale'],
  }),
  /** Deletes the confirmations too. */
  remove: call({
    method: 'DELETE',
    path: `${base}/:id`,
    access: 'admin',
    changes: ['instruction'],
    answer: {},
  }),
  /**
   * Confirms that the signed-in person has read it. A repeated call gets the same answer, and so does a call
   * for an instruction that requires no confirmation. `wrong_state`: a draft. `stale`: the person has read
   * `revision`, which is no longer the current one; without `revision`, a step from before the current one.
   */
  read: call({
    method: 'POST',
    path: `${base}/:id/read`,
    access: 'staff',
    changes: ['instruction'],
    body: z.strictObject({ revision: z.int().positive().optional(), ...stepField }),
    answer,
    errors: ['wrong_state', 'stale', 'idempotency_conflict'],
  }),
  /** The active staff: who has read it and who has not. */
  readers: listCall({
    path: '/listing/readers/:id',
    access: 'admin',
    shows: ['instruction'],
    plural: 'readers',
    row: reader,
    sorts: ['full_name', 'read_at'],
    filters: { read: z.boolean().optional() },
  }),
  /** All published revisions with their full texts. */
  revisions: listCall({
    path: '/listing/revisions/:id',
    access: 'admin',
    shows: ['instruction'],
    plural: 'revisions',
    row: revision,
    sorts: ['revision', 'created_at'],
    filters: {},
  }),
}
