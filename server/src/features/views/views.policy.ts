import { mayKnock } from '@artel/contract/access'
import { ownKeys } from '@artel/contract/shapes/records'
import { type ViewScreen, viewScreens } from '@artel/contract/views/views.screens'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

/** The fields of a view that rights depend on: the owner (null: shared) and the screen. */
type Standing = { user_id: number | null; screen: ViewScreen }

const mayOpenScreen = (actor: Actor, screen: ViewScreen): boolean => mayKnock(viewScreens[screen], actor.type)

/** The wanted screens that the actor may open; undefined means all. */
export function openScreens(actor: Actor, wanted?: ViewScreen | ViewScreen[]): ViewScreen[] {
  return [wanted ?? ownKeys(viewScreens)].flat().filter((screen) => mayOpenScreen(actor, screen))
}

/** Whether the actor may see the view. Nobody sees the private views of others. */
export const maySee = (actor: Actor, view: Standing): boolean =>
  mayOpenScreen(actor, view.screen) && (view.user_id === null || view.user_id === actor.userId)

const mayWrite = (actor: Actor, view: Standing): boolean =>
  view.user_id === null ? isAdmin(actor) : view.user_id === actor.userId

export const rightsTo = (actor: Actor, view: Standing) => ({
  edit: mayWrite(actor, view),
  share: isAdmin(actor),
  delete: mayWrite(actor, view),
})

/** Allows to create a view. @throws ApiError forbidden */
export const toKeep = <T extends Standing>(actor: Actor, view: T): Allowed<T, 'write'> =>
  allow(view, 'write', mayOpenScreen(actor, view.screen) && mayWrite(actor, view))

/** Allows to change, share or delete a view. @throws ApiError forbidden */
export const toWrite = <T extends Standing>(actor: Actor, view: T): Allowed<T, 'write'> =>
  allow(view, 'write', mayWrite(actor, view))
