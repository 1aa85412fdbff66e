import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { mayChange } from './multimedia.rules.ts'

/** Permission to rename or delete media, as far as what uses them allows it. @throws ApiError forbidden */
export const toChange = <T extends { created_by: number }>(actor: Actor, media: T): Allowed<T, 'change'> =>
  allow(media, 'change', mayChange(actor, media))

/**
 * Permission to rename media that an entity shows. Only admins change entities with media, except for tasks,
 * which have their own rule.
 * @throws ApiError forbidden
 */
export const toReword = <T extends object>(actor: Actor, media: T): Allowed<T, 'reword'> =>
  allow(media, 'reword', isAdmin(actor))
