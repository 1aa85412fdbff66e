import { z } from 'zod'
import { email } from '../account/password.ts'
import { call } from '../call.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { id, instant, text, version } from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import { legalEntityTypes } from './legal-entities.rules.ts'

const type = z.enum(legalEntityTypes)

const can = z.object({ edit: z.boolean(), delete: z.boolean(), connect: z.boolean() })
/** What the signed-in person may do with the legal entity. */
export type LegalEntityRights = z.infer<typeof can>

/** A legal entity that the company acts for, with the data for its documents. */
export const legalEntity = z.object({
  id,
  name: z.string(),
  full_name: z.string().nullable(),
  type,
  inn: z.string(),
  kpp: z.string().nullable(),
  /** For an entrepreneur, the OGRNIP. */
  ogrn: z.string().nullable(),
  legal_address: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  director: z.string().nullable(),
  bank_name: z.string().nullable(),
  bik: z.string().nullable(),
  account: z.string().nullable(),
  corr_account: z.string().nullable(),
  /** Offered first; at most one of the company. */
  is_default: z.boolean(),
  /** Its id in MoySklad, if it came from there. */
  moy_sklad_id: z.string().nullable(),
  wildberries: z.object({
    /** A token is stored and can be read. */
    connected: z.boolean(),
    /** Last characters of the token; null: none. Not connected and not null: it must be entered again. */
    masked_token: z.string().nullable(),
  }),
  version: z.int(),
  created_at: instant,
  updated_at: instant,
  /** Who changed it last; null: not a person, but another service. */
  updated_by: person.nullable(),
  can,
})
export type LegalEntity = z.infer<typeof legalEntity>

// legal-entities.rules.ts, shared with the browser, checks the numbers. Here only their length is limited.
const number = text(40)
const line = text(200).nullable()
const long = text(500).nullable()

const draftFields = {
  name: text(200),
  full_name: long,
  type,
  inn: number,
  kpp: number.nullable(),
  ogrn: number.nullable(),
  legal_address: long,
  address: long,
  phone: text(50).nullable(),
  email: email.nullable(),
  director: line,
  bank_name: line,
  bik: number.nullable(),
  account: number.nullable(),
  corr_account: number.nullable(),
  is_default: z.boolean(),
}

/** Fields of a new legal entity. All but name, type and INN may be empty. */
export const legalEntityDraft = z.strictObject({
  ...draftFields,
  full_name: long.default(null),
  kpp: draftFields.kpp.default(null),
  ogrn: draftFields.ogrn.default(null),
  legal_address: long.default(null),
  address: long.default(null),
  phone: draftFields.phone.default(null),
  email: draftFields.email.default(null),
  director: line.default(null),
  bank_name: line.default(null),
  bik: draftFields.bik.default(null),
  account: draftFields.account.default(null),
  corr_account: draftFields.corr_account.default(null),
  is_default: z.boolean().default(false),
})
export type LegalEntityDraft = z.output<typeof legalEntityDraft>

/** Changes to a legal entity: only fields that are sent change. */
export const legalEntityPatch = z.strictObject({ ...draftFields, version }).partial()
export type LegalEntityPatch = z.output<typeof legalEntityPatch>

const answer = { legal_entity: legalEntity }

export const legalEntities = {
  list: listCall({
    path: '/legal_entities',
    access: 'admin',
    shows: ['legal_entity'],
    plural: 'legal_entities',
    row: legalEntity,
    sorts: ['name', 'type', 'inn', 'created_at'],
    filters: { type: oneOrMany(type).optional() },
    addressed: ['type'],
  }),
  get: call({ method: 'GET', path: '/legal_entities/:id', access: 'admin', shows: ['legal_entity'], answer }),
  create: call({
    method: 'POST',
    path: '/legal_entities/create',
    isIdempotent: true,
    access: 'admin',
    changes: ['legal_entity'],
    success: 201,
    body: legalEntityDraft,
    answer,
  }),
  update: call({
    method: 'PUT',
    path: '/legal_entities/:id',
    access: 'admin',
    changes: ['legal_entity'],
    body: legalEntityPatch,
    answer,
    errors: ['stale'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/legal_entities/:id',
    access: 'owner',
    changes: ['legal_entity'],
    answer: {},
    errors: ['in_use'],
  }),
}
