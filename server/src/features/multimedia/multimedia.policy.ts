import type { Actor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { mayChange } from './multimedia.rules.ts'

/** Permission to rename or delete media. @throws ApiError forbidden */
export const toChange = <T extends { created_by: number }>(actor: Actor, media: T): Allowed<T, 'change'> =>
  allow(media, 'change', mayChange(actor, media))
