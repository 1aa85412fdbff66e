import { z } from 'zod'
import { call } from '../call.ts'
import { importCall } from '../imports/imports.ts'
import { asList, listCall, pageQuery, pagination } from '../shapes/list.ts'
import { fieldText, id, instant, locale, longText, version } from '../shapes/primitives.ts'
import { unstorable } from '../shapes/storable.ts'
import { person } from '../users/users.ts'

/** Maximum characters of a text. */
export const maxText = 2000
/** Maximum texts that are stored at once. */
const maxStored = 500

const storable = (value: string) => !unstorable.test(value)

// Not trimmed, because a text may begin with a space on purpose.
const ownText = z.string().max(maxText).refine(storable, fieldText('bad_characters')).nullable()

const key = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(
    (value) => /^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9][A-Za-z0-9_-]*)*$/.test(value),
    fieldText('text_key'),
  )
  // These parts have another meaning in the path of an object.
  .refine((value) => !/(^|\.)(constructor|prototype)(\.|$)/.test(value), fieldText('text_key'))

const both = { en: z.string().nullable(), ru: z.string().nullable() }

const localization = z.object({
  id,
  key: z.string(),
  /** The text as editors see it, including drafts; null: none in this language. */
  ...both,
  /** The text in the code; null: the code has no such text. */
  default: z.object({ en: z.string(), ru: z.string() }).nullable(),
  /** The text as everyone reads it; null: none. */
  published: z.object(both),
  /** Added by the company. */
  is_custom: z.boolean(),
  /** The code had the text before and no longer has it. */
  is_orphaned: z.boolean(),
  /** A stored change is not published yet. */
  is_draft: z.boolean(),
  missing: z.array(locale),
  /** Stored texts that no longer fit the code. Pages show the default instead. */
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
  /** The publication that it has restored. */
  restores: z.int().nullable(),
  /** Number of texts that differ from the previous publication. */
  changes: z.int(),
  /** Number of texts in each language that differ from the default. */
  texts: z.object({ en: z.int(), ru: z.int() }),
  is_present: z.boolean(),
  created_at: instant,
  user: person,
})
export type LocalizationPublication = z.infer<typeof publication>

const texts = { en: ownText, ru: ownText }

/** Null or an empty text restores the default of the language. */
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
    localizations: z.array(draft).min(1).max(maxStored).optional(),
  })
  .refine(({ key, localizations }) => key !== undefined || localizations !== undefined, {
    ...fieldText('required'),
    path: ['key'],
  })

const answer = { localization }
const base = '/localizations'

const publicationAnswer = {
  /** Its number; the current number if there was nothing to publish. */
  number: z.int(),
  /** Addresses of the texts of each language that differ from the default. */
  published: z.object({ en: z.string(), ru: z.string() }),
}

/** Interface texts that a company uses in place of the defaults. Stored texts are drafts until `sync`. */
export const localizations = {
  list: asList(
    call({
      method: 'GET',
      path: base,
      access: 'admin',
      shows: ['localization', 'publication', 'import'],
      query: {
        /**
         * `languages`: by the number of languages that have a text, so that texts with a missing language
         * come first.
         */
        ...pageQuery(['id', 'key', 'languages', 'updated_at'], 'id', 10),
        search: longText(200).optional(),
        /** At least one language has no text. */
        missing: z.boolean().optional(),
        is_draft: z.boolean().optional(),
        is_orphaned: z.boolean().optional(),
        is_custom: z.boolean().optional(),
        /** The beginning of the key, up to the first dot. */
        namespace: longText(200).optional(),
      },
      answer: {
        localizations: z.array(localization),
        pagination,
        /** Counts of all texts, regardless of the filters. */
        counts: z.object({ missing: z.int(), drafts: z.int(), orphaned: z.int(), custom: z.int() }),
      },
      errors: ['too_many_requests'],
    }),
  ),
  /** Stores one or many texts, all or none. A key unknown to the code becomes a text of the company. */
  store: call({
    method: 'POST',
    path: base,
    access: 'admin',
    changes: ['localization'],
    body: stored,
    answer: { localizations: z.array(localization) },
  }),
  get: call({
    method: 'GET',
    path: `${base}/:id`,
    access: 'admin',
    shows: ['localization', 'publication'],
    answer,
  }),
  create: call({
    method: 'POST',
    path: `${base}/create`,
    access: 'admin',
    changes: ['localization'],
    success: 201,
    body: draft.refine(hasText, lacksText),
    answer,
  }),
  update: call({
    method: 'PUT',
    path: `${base}/:id`,
    access: 'admin',
    changes: ['localization'],
    body: patch,
    answer,
    errors: ['stale'],
  }),
  /** Deletes a text that the company added. Any other text returns to its default. */
  remove: call({
    method: 'DELETE',
    path: `${base}/:id`,
    access: 'admin',
    changes: ['localization'],
    answer: {},
  }),
  /** Registers texts that the code added or removed since the last sync, and publishes all drafts. */
  sync: call({
    method: 'POST',
    path: `${base}/sync`,
    access: 'admin',
    changes: ['localization', 'publication'],
    answer: { added: z.int(), orphaned: z.int(), ...publicationAnswer },
    errors: ['too_large'],
  }),
  /** Discards the named drafts, or all drafts. */
  discard: call({
    method: 'POST',
    path: `${base}/discard`,
    access: 'admin',
    changes: ['localization'],
    body: z.strictObject({ ids: z.array(id).min(1).max(1000).optional() }),
    answer: { discarded: z.int() },
  }),
  /** The drafts for people who preview them: texts that differ from the default. */
  preview: call({
    method: 'GET',
    path: `${base}/preview`,
    access: 'admin',
    shows: [],
    answer: { locales: z.record(locale, z.record(z.string(), z.string())) },
    errors: ['too_large'],
  }),
  /** The text before and after each change. */
  changes: listCall({
    path: '/listing/localization_changes/:id',
    access: 'admin',
    shows: ['localization'],
    plural: 'changes',
    row: change,
    sorts: ['created_at'],
    filters: {},
  }),
  publications: listCall({
    path: '/listing/localization_publications',
    access: 'admin',
    shows: ['publication'],
    plural: 'publications',
    row: publication,
    sorts: ['number', 'created_at'],
    filters: {},
  }),
  /** Publishes an earlier publication again. Drafts stay drafts. */
  restore: call({
    method: 'POST',
    path: `${base}/publications/:id/restore`,
    access: 'admin',
    changes: ['localization', 'publication'],
    answer: publicationAnswer,
    errors: ['too_large'],
  }),
  import: importCall({ path: `${base}/import`, access: 'admin', changes: ['import'] }),
}
