import { z } from 'zod'
import { call } from '../call.ts'
import { withoutTurns } from '../shapes/isolate.ts'
import { fieldText, id, instant, line, sum } from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import {
  maxMedia,
  mediaPaths,
  mediaTypes,
  type PhotoVariant,
  photoFormats,
  photoLimit,
  videoFormats,
  videoLimit,
} from './multimedia.kinds.ts'

export const multimedia = z.object({
  id,
  type: z.enum(mediaTypes),
  /** End of its address, `{host}storage/media/{prefix_}{file}`; null for a link. */
  file: z.string().nullable(),
  /** The address of a link. */
  url: z.string().nullable(),
  /** What it shows, in the words of a person, or the name of the file. */
  name: z.string(),
  /** Bytes. */
  size: z.int().nullable(),
  /** In pixels, as it is displayed; null if the file does not say. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Seconds of a video; null if the file does not say. */
  duration: z.int().nullable(),
  path: z.enum(mediaPaths),
  created_by: id,
  created_at: instant,
  /** What the signed-in person may do with it. */
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type Multimedia = z.infer<typeof multimedia>

/** The smaller copies of a photo that are stored. */
export type StoredVariants = { [Name in PhotoVariant]?: { size: number; sha256: string } }

/** Maximum number of people in the usage. */
export const maxMediaPeople = 20

/**
 * Storage that the media of a company use and may use, in bytes. Smaller copies of photos count too. Each
 * file counts in whole disk blocks.
 */
export const mediaUsage = z.object({
  used: sum,
  quota: z.int(),
  /** The part of it that one person who is not an admin may use. */
  share: z.int(),
  /** The people who have stored the most, in this order. */
  people: z.array(z.object({ user: person, used: sum })).max(maxMediaPeople),
})
export type MediaUsage = z.infer<typeof mediaUsage>

/** Media of an item, in display order. */
export const multimediaIds = z.array(id).max(maxMedia)

/** It becomes the name of a saved file, like the name that comes with an upload. */
const name = line(200).overwrite((value) => withoutTurns(value).trim())

/** Normalized as a browser does it. For example, one slash is read as two. */
const httpsAddress = z.url({ protocol: /^https$/, normalize: true })

/**
 * An address that a browser opens, that runs no code, and that has nothing before its host that could pass
 * for the host.
 */
function isHttpsAddress(value: string): boolean {
  const { data: address } = httpsAddress.safeParse(value)
  if (address === undefined || /^https:\/\/[^/]*@/.test(address)) return false
  // The parser drops an empty part before the @ sign, and skips line breaks and slashes of either kind, so
  // the raw text is checked.
  return !/^[^:]*:[/\\]*[^/\\?#]*@/.test(value.replace(/[\t\n\r]/g, ''))
}

/** Maximum characters of an address, both as typed and as stored. */
const longestAddress = 2000

/**
 * An address as a browser writes it. It may be longer than the typed text, because a Cyrillic letter becomes
 * six characters.
 */
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

/** Photos, videos and links. An item names its media in `multimedia_ids`. */
export const multimediaCalls = {
  /**
   * A photo or a video needs its `file`, a link its `url`. The server never opens the `url`. An upload with the
   * Idempotency-Key of media that this person has uploaded adds nothing, as long as those media exist, and
   * answers them.
   */
  create: call({
    method: 'POST',
    path: '/multimedia',
    isIdempotent: true,
    access: 'staff',
    changes: ['storage'],
    effect: 'slow_steps',
    success: 201,
    files: {
      file: {
        maxBytes: videoLimit,
        kinds: {
          field: 'type',
          limits: {
            // The same formats under other names: an animated picture, or a video from Apple's shop.
            photo: { formats: [...Object.keys(photoFormats), 'apng'], maxBytes: photoLimit },
            video: { formats: [...Object.keys(videoFormats), 'm4v'], maxBytes: videoLimit },
            link: { formats: [], maxBytes: 0 },
          },
        },
        // Logos are the only files that strangers can see.
        adminOnly: { path: ['logos'] },
      },
    },
    body: multimediaDraft,
    answer,
    errors: ['quota_exceeded', 'share_exceeded', 'too_many_requests', 'idempotency_conflict'],
  }),
  usage: call({
    method: 'GET',
    path: '/company/media',
    access: 'admin',
    shows: ['storage'],
    answer: { media: mediaUsage },
  }),
  /** Deletes unused media uploaded over an hour ago. Without this call they are deleted after a day. */
  free: call({
    method: 'DELETE',
    path: '/company/media/unused',
    access: 'admin',
    changes: ['storage'],
    answer: { deleted: z.int(), media: mediaUsage },
  }),
  update: call({
    method: 'PUT',
    path: '/multimedia/:id',
    access: 'staff',
    changes: ['task'],
    body: z.strictObject({ name }),
    answer,
  }),
  remove: call({
    method: 'DELETE',
    path: '/multimedia/:id',
    access: 'staff',
    changes: ['storage'],
    answer: {},
    errors: ['in_use'],
  }),
}
