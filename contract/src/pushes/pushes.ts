import { z } from 'zod'
import { userTypes } from '../access.ts'
import { leagues } from '../achievements/achievements.line.ts'
import { call } from '../call.ts'
import { ownPath } from '../notifications/devices.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { fieldText, id, instant, line, longText, version } from '../shapes/primitives.ts'
import { recordOf } from '../shapes/records.ts'
import { person } from '../users/users.ts'
import {
  type AutomaticKind,
  automaticKinds,
  maxNamed,
  maxNamedWarehouses,
  maxOwnBody,
  maxOwnTitle,
  maxPushBody,
  maxPushTitle,
  pushStatuses,
  strangePlaceholder,
} from './pushes.line.ts'

const narrowing = ['types', 'user_ids', 'leagues', 'warehouse_ids', 'is_on_shift'] as const

/** Recipients of a push among the active people: all, or the people who meet every given condition. */
const audience = z
  .strictObject({
    all: z.literal(true).optional(),
    types: z.array(z.enum(userTypes)).min(1).max(userTypes.length).optional(),
    user_ids: z.array(id).min(1).max(maxNamed).optional(),
    /** By the points of the month in which it is sent. */
    leagues: z.array(z.enum(leagues)).min(1).max(leagues.length).optional(),
    warehouse_ids: z.array(id).min(1).max(maxNamedWarehouses).optional(),
    /** Whether they are on shift at the moment of sending. */
    is_on_shift: z.boolean().optional(),
  })
  .refine(
    (sent) => (sent.all === true) !== narrowing.some((name) => sent[name] !== undefined),
    fieldText('bad_audience'),
  )
export type PushAudience = z.output<typeof audience>

const counts = z.object({
  /** People who were notified. Each of them has it in the bell. */
  targets: z.int(),
  /** Of these people, those with the push on a device. */
  delivered: z.int(),
  /** People with devices, none of which could be reached. */
  failed: z.int(),
  /** People who have opened it, on a device or in the bell. */
  opened: z.int(),
})
export type PushCounts = z.infer<typeof counts>

const push = z.object({
  id,
  title: z.string(),
  body: z.string(),
  /** A path of the app; null: it has no target. */
  url: z.string().nullable(),
  audience,
  /** When it will be sent, or was sent. */
  send_at: instant,
  status: z.enum(pushStatuses),
  counts,
  /** When the last device was notified; null before that. */
  sent_at: instant.nullable(),
  created_by: person,
  created_at: instant,
  version: z.int(),
  /** It is scheduled, so it can be changed or cancelled. */
  can: z.object({ edit: z.boolean() }),
})
export type Push = z.infer<typeof push>

const fields = {
  title: line(maxPushTitle),
  body: longText(maxPushBody).refine((text) => text !== '', fieldText('required')),
  url: ownPath.nullable(),
  audience,
}

const draft = z.strictObject({
  ...fields,
  url: fields.url.default(null),
  /** In the future, at most a year ahead. Default: at once. */
  send_at: instant.nullable().default(null),
})
export type PushDraft = z.output<typeof draft>

/** Changes to a scheduled push. `send_at` null: it is sent at once. */
const patch = z.strictObject({ ...fields, send_at: instant.nullable(), version }).partial()
export type PushPatch = z.output<typeof patch>

const ofLanguages = <Shape extends z.ZodType>(shape: Shape) => z.object({ en: shape, ru: shape })

const automatic = z.object({
  on: z.boolean(),
  /** The company's own text in each language; null: the default text. */
  title: ofLanguages(z.string().nullable()),
  body: ofLanguages(z.string().nullable()),
  /** The default text, filled with example values. */
  usual: ofLanguages(z.object({ title: z.string(), body: z.string() })),
  /** The example value of each placeholder. */
  example: ofLanguages(z.record(z.string(), z.string())),
})
export type AutomaticPush = z.infer<typeof automatic>

function ownText(kind: AutomaticKind, max: number) {
  const text = line(max)
    .refine((said) => strangePlaceholder(kind, said) === undefined, fieldText('strange_placeholder'))
    .nullable()
  return z.union([text, z.strictObject({ en: text, ru: text }).partial()])
}

const automaticPatch = (kind: AutomaticKind) =>
  z
    .strictObject({
      on: z.boolean(),
      title: ownText(kind, maxOwnTitle),
      body: ownText(kind, maxOwnBody),
    })
    .partial()

// One schema for each kind, because each kind has its own placeholders.
const ofKinds = <T>(make: (kind: AutomaticKind) => T) => recordOf(automaticKinds, make)

const automatics = z.object(ofKinds(() => automatic))
export type AutomaticPushes = z.infer<typeof automatics>
const automaticsPatch = z.strictObject(ofKinds(automaticPatch)).partial()
export type AutomaticPushesPatch = z.output<typeof automaticsPatch>

const answer = { push }

/** Messages of admins to people. Each recipient has it in the bell, and a copy goes to their devices. */
export const pushes = {
  list: listCall({
    path: '/listing/pushes',
    access: 'admin',
    shows: ['push'],
    plural: 'pushes',
    row: push,
    sorts: ['title', 'send_at', 'status', 'created_at'],
    filters: { status: oneOrMany(z.enum(pushStatuses)).optional() },
    addressed: ['status', 'date_from', 'date_to'],
  }),
  get: call({ method: 'GET', path: '/pushes/:id', access: 'admin', shows: ['push'], answer }),
  /** Limited by the number of recipients: 30,000 a day for a company. */
  send: call({
    method: 'POST',
    path: '/company/pushes/send',
    access: 'admin',
    changes: ['push', 'notification'],
    isIdempotent: true,
    success: 201,
    body: draft,
    answer,
    errors: ['too_many_pushes'],
  }),
  /** Only while it is scheduled. If it is sent at once, it counts like `send`. */
  update: call({
    method: 'PUT',
    path: '/pushes/:id',
    access: 'admin',
    changes: ['push'],
    body: patch,
    answer,
    errors: ['stale', 'wrong_state', 'too_many_pushes'],
  }),
  /** Cancels a scheduled push. Only the audit log keeps it. */
  remove: call({
    method: 'DELETE',
    path: '/pushes/:id',
    access: 'admin',
    changes: ['push'],
    answer: {},
    errors: ['wrong_state'],
  }),
  /** People who would receive it now: all of them in the bell, some on a device. */
  count: call({
    method: 'POST',
    effect: 'read',
    path: '/pushes/audience',
    access: 'admin',
    shows: [],
    body: z.strictObject({ audience }),
    answer: { people: z.int(), with_devices: z.int() },
  }),
  getAutomatic: call({
    method: 'GET',
    path: '/company/pushes',
    access: 'admin',
    shows: ['push'],
    answer: { pushes: automatics },
  }),
  /**
   * Changes the kinds that are sent, and of each only the fields that are sent; null restores the default
   * text. A text is one for both languages, or `{en, ru}`. A language that is not sent stays unchanged.
   */
  setAutomatic: call({
    method: 'POST',
    path: '/company/pushes',
    access: 'admin',
    changes: ['push'],
    body: automaticsPatch,
    answer: { pushes: automatics },
  }),
}
