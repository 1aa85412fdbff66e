import { z } from 'zod'
import { call } from '../call.ts'
import { photoLimit } from '../multimedia/multimedia.kinds.ts'
import { day, line, locale, version } from '../shapes/primitives.ts'
import { currentUser } from '../users/users.ts'

const name = line(100)

const profilePatch = z
  .strictObject({
    first_name: name,
    last_name: name,
    nick_name: name.nullable(),
    phone: line(50).nullable(),
    birth_date: day.nullable(),
    language: locale,
    /** `null` removes the photo. A new photo is uploaded as a file of the form. */
    avatar: z.null(),
    version,
  })
  .partial()
export type ProfilePatch = z.output<typeof profilePatch>

export const profile = {
  /** Changes a person's own profile. The email has a separate call; admins manage the other fields. */
  update: call({
    method: 'PUT',
    path: '/user',
    access: 'staff',
    changes: ['user'],
    effect: 'slow_steps',
    files: { avatar: { maxBytes: photoLimit } },
    body: profilePatch,
    answer: { user: currentUser },
    errors: ['stale', 'quota_exceeded', 'share_exceeded', 'too_many_requests'],
  }),
}
