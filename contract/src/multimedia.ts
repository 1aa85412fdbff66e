import { z } from 'zod'
import { call } from './call.ts'
import {
  mediaPaths,
  mediaTypes,
  mostMedia,
  type PhotoVariant,
  photoFormats,
  photoLimit,
  videoFormats,
  videoLimit,
} from './multimedia.kinds.ts'
import { fieldText, id, instant, sum, text } from './primitives.ts'
import { person } from './users.ts'

export const multimedia = z.object({
  id,
  type: z.enum(mediaTypes),
  /** What the address ends in, `{host}storage/media/{prefix_}{file}`; null for a link. */
  file: z.string().nullable(),
  /** Of a link. */
  url: z.string().nullable(),
  /** What it shows, in a person's words or those of the file. */
  name: z.string(),
  /** Bytes. */
  size: z.int().nullable(),
  /** Pixels, as it is looked at; null where the file does not tell. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Seconds of a video; null where the file does not tell. */
  duration: z.int().nullable(),
  path: z.enum(mediaPaths),
  created_by: id,
  created_at: instant,
  /** What the signed-in person may do with it. */
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type Multimedia = z.infer<typeof multimedia>

/** What is stored of the smaller copies of a photo. */
export type StoredVariants = { [Name in PhotoVariant]?: { size: number; sha256: string } }

/** People of whom the usage says how much they have stored. */
export const mostMediaPeople = 20

/**
 * What the media of a company take and may take, in bytes. Smaller copies of photos count as well, each file in whole
 * blocks of a disk.
 */
export const mediaUsage = z.object({
  used: sum,
  quota: z.int(),
  /** What one person who is no admin may have stored of it. */
  share: z.int(),
  /** Who has stored the most, in this order. */
  people: z.array(z.object({ user: person, used: sum })).max(mostMediaPeople),
})
export type MediaUsage = z.infer<typeof mediaUsage>

/** Media of a thing, in the order in which they are shown. */
export const multimediaIds = z.array(id).max(mostMedia)

const name = text(200)

/** As a browser writes it: it reads one slash as two, say. */
const httpsAddress = z.url({ protocol: /^https$/, normalize: true })

/** What a browser opens, and nothing that runs or that has something before its host that could pass for it. */
function isHttpsAddress(value: string): boolean {
  const { data: address } = httpsAddress.safeParse(value)
  if (address === undefined || /^https:\/\/[^/]*@/.test(address)) return false
  // What is empty before the sign is dropped as it is read. Breaks and slashes of either kind are skipped.
  return !/^[^:]*:[/\\]*[^/\\?#]*@/.test(value.replace(/[\t\n\r]/g, ''))
}

/** Characters of an address, as it is typed and as it is stored. */
const longestAddress = 2000

/** An address as a browser writes it. It may be longer than what was typed: a Cyrillic letter becomes six characters. */
const url = z
  .string()
  .trim()
  .max(longestAddress, { abort: true })
  .refine(isHttpsAddress, { ...fieldText('bad_link'), abort: true })
  .overwrite((value) => httpsAddress.safeParse(value).data ?? value)
  .max(longestAddress)

const collection = z.enum(mediaPaths)
const photosOnly = ['avatars', 'logos'] as const

const multimediaDraft = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('photo'), path: collection, name: name.optional() }),
  z.strictObject({ type: z.literal('video'), path: collection.exclude(photosOnly), name: name.optional() }),
  z.strictObject({
    type: z.literal('link'),
    path: collection.exclude(photosOnly),
    name: name.optional(),
    url,
  }),
])
export type MultimediaDraft = z.output<typeof multimediaDraft>

const answer = { multimedia }

/** Photos, videos and links. What they belong to names them by `multimedia_ids`. */
export const multimediaCalls = {
  /** A photo or a video has its `file`, a link its `url`, which the server never opens. */
  create: call({
    method: 'POST',
    path: '/multimedia',
    access: 'staff',
    effect: 'slow_steps',
    success: 201,
    files: {
      file: {
        maxBytes: videoLimit,
        kinds: {
          field: 'type',
          limits: {
            // The same things under another name: with animation, or from Apple's shop.
            photo: { formats: [...Object.keys(photoFormats), 'apng'], maxBytes: photoLimit },
            video: { formats: [...Object.keys(videoFormats), 'm4v'], maxBytes: videoLimit },
            link: { formats: [], maxBytes: 0 },
          },
        },
        // Logos are the only files that strangers see.
        adminOnly: { path: ['logos'] },
      },
    },
    body: multimediaDraft,
    answer,
    errors: ['quota_exceeded', 'share_exceeded', 'too_many_requests'],
  }),
  usage: call({ method: 'GET', path: '/company/media', access: 'admin', answer: { media: mediaUsage } }),
  /** Deletes what nothing has and what was brought more than an hour ago; by itself it goes after a day. */
  free: call({
    method: 'DELETE',
    path: '/company/media/unused',
    access: 'admin',
    answer: { deleted: z.int(), media: mediaUsage },
  }),
  update: call({
    method: 'PUT',
    path: '/multimedia/:id',
    access: 'staff',
    body: z.strictObject({ name }),
    answer,
  }),
  remove: call({
    method: 'DELETE',
    path: '/multimedia/:id',
    access: 'staff',
    answer: {},
    errors: ['in_use'],
  }),
}
