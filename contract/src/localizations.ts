import { z } from 'zod'
import { call } from './call.ts'
import { importCall } from './imports.ts'
import { asList, listCall, pageQuery, pagination } from './list.ts'
import { fieldText, id, instant, locale, longText, version } from './primitives.ts'
import { unstorable } from './storable.ts'
import { person } from './users.ts'

/** Characters of a text. */
export const mostText = 2000
/** Texts that are stored at once. */
const mostStored = 500

const storable = (value: string) => !unstorable.test(value)

// Not trimmed: a text may begin with a space on purpose.
const ownText = z.string().max(mostText).refine(storable, fieldText('bad_characters')).nullable()

const key = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(
    (value) => /^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9][A-Za-z0-9_-]*)*$/.test(value),
    fieldText('text_key'),
  )
  // As parts of an object's path these mean something else.
  .refine((value) => !/(^|\.)(constructor|prototype)(\.|$)/.test(value), fieldText('text_key'))

const both = { en: z.string().nullable(), ru: z.string().nullable() }

const localization = z.object({
  id,
  key: z.string(),
  /** As those who edit have it, drafts at once; null: the language has none. */
  ...both,
  /** As the code has it; null: the code knows no such text. */
  default: z.object({ en: z.string(), ru: z.string() }).nullable(),
  /** As everyone reads it; null: nobody does. */
  published: z.object(both),
  /** The company has added it. */
  is_custom: z.boolean(),
  /** The code had it once and has it no more. */
  is_orphaned: z.boolean(),
  /** Something is stored that is not published. */
  is_draft: z.boolean(),
  missing: z.array(locale),
  /** Stored once, and not fit any more for what the code has by now: pages show the default. */
  mistakes: z.partialRecord(locale, z.string()),
  /** 1: the company has never changed it. */
  version: z.int(),
  updated_by: person.nullable(),
  updated_at: instant.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type Localization = z.infer<typeof localization>

const change = z.object({
  id,
  before: z.object(both),
  after: z.object(both),
  created_at: instant,
  user: person,
})
export type LocalizationChange = z.infer<typeof change>

const publication = z.object({
  id,
  number: z.int(),
  /** Which one it has brought back. */
  restores: z.int().nullable(),
  /** How many texts differ from the one before. */
  changes: z.int(),
  /** How many texts of each language differ from the default. */
  texts: z.object({ en: z.int(), ru: z.int() }),
  is_present: z.boolean(),
  created_at: instant,
  user: person,
})
export type LocalizationPublication = z.infer<typeof publication>

const texts = { en: ownText, ru: ownText }

/** null, or nothing at all, gives the language back to the default. */
const patch = z.strictObject({ ...texts, key, version }).partial()
export type LocalizationPatch = z.output<typeof patch>

const draft = z.strictObject({ key, en: ownText.optional(), ru: ownText.optional() })
export type LocalizationDraft = z.output<typeof draft>

const hasText = ({ en, ru }: { en?: string | null | undefined; ru?: string | null | undefined }) =>
  Boolean(en) || Boolean(ru)
const lacksText = { ...fieldText('required'), path: ['en'] }

const stored = z
  .strictObject({
    ...draft.partial().shape,
    localizations: z.array(draft).min(1).max(mostStored).optional(),
  })
  .refine(({ key, localizations }) => key !== undefined || localizations !== undefined, {
    ...fieldText('required'),
    path: ['key'],
  })

const answer = { localization }
const base = '/localizations'

const publicationAnswer = {
  /** Its number; the number of the one that stands, where there was nothing to publish. */
  number: z.int(),
  /** Where pages find the texts of each language that differ from the default. */
  published: z.object({ en: z.string(), ru: z.string() }),
}

/** Texts of the interface, as a company says them in place of the default. What is stored is a draft until `sync`. */
export const localizations = {
  list: asList(
    call({
      method: 'GET',
      path: base,
      access: 'admin',
      query: {
        /** `languages`: by how many have a text, so that those that lack one stand first. */
        ...pageQuery(['id', 'key', 'languages', 'updated_at'], 'id', 10),
        search: longText(200).optional(),
        /** A language has no text. */
        missing: z.boolean().optional(),
        is_draft: z.boolean().optional(),
        is_orphaned: z.boolean().optional(),
        is_custom: z.boolean().optional(),
        /** What the key begins with, up to the first dot. */
        namespace: longText(200).optional(),
      },
      answer: {
        localizations: z.array(localization),
        pagination,
        /** Of all texts, whatever the filters. */
        counts: z.object({ missing: z.int(), drafts: z.int(), orphaned: z.int(), custom: z.int() }),
      },
      errors: ['too_many_requests'],
    }),
  ),
  /** Stores one, or many: all of them or none. A key that the code does not know becomes a text of the company's own. */
  store: call({
    method: 'POST',
    path: base,
    access: 'admin',
    body: stored,
    answer: { localizations: z.array(localization) },
  }),
  get: call({ method: 'GET', path: `${base}/:id`, access: 'admin', answer }),
  create: call({
    method: 'POST',
    path: `${base}/create`,
    access: 'admin',
    success: 201,
    body: draft.refine(hasText, lacksText),
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
  /** A text of the company's own goes; of any other the default stands again. */
  remove: call({ method: 'DELETE', path: `${base}/:id`, access: 'admin', answer: {} }),
  /** Meets the texts that the code has since the last time, and publishes all drafts together. */
  sync: call({
    method: 'POST',
    path: `${base}/sync`,
    access: 'admin',
    answer: { added: z.int(), orphaned: z.int(), ...publicationAnswer },
    errors: ['too_large'],
  }),
  /** Lets drafts go: those that are named, or all. */
  discard: call({
    method: 'POST',
    path: `${base}/discard`,
    access: 'admin',
    body: z.strictObject({ ids: z.array(id).min(1).max(1000).optional() }),
    answer: { discarded: z.int() },
  }),
  /** The drafts as pages of whoever previews them show them: texts that differ from the default. */
  preview: call({
    method: 'GET',
    path: `${base}/preview`,
    access: 'admin',
    answer: { locales: z.record(locale, z.record(z.string(), z.string())) },
    errors: ['too_large'],
  }),
  /** What a text said before and after each change. */
  changes: listCall({
    path: '/listing/localization_changes/:id',
    access: 'admin',
    plural: 'changes',
    row: change,
    sorts: ['created_at'],
    filters: {},
  }),
  publications: listCall({
    path: '/listing/localization_publications',
    access: 'admin',
    plural: 'publications',
    row: publication,
    sorts: ['number', 'created_at'],
    filters: {},
  }),
  /** Publishes once more what was published then. Drafts stay drafts. */
  restore: call({
    method: 'POST',
    path: `${base}/publications/:id/restore`,
    access: 'admin',
    answer: publicationAnswer,
    errors: ['too_large'],
  }),
  import: importCall({ path: `${base}/import`, access: 'admin' }),
}
