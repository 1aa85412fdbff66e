import { mayKnock } from '@artel/contract/access'
import { type ViewScreen, viewScreens } from '@artel/contract/views.screens'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

/** What the right to a view depends on: whose own it is (null: it is shared) and of what screen. */
type Standing = { user_id: number | null; screen: ViewScreen }

const mayOpenScreen = (actor: Actor, screen: ViewScreen): boolean => mayKnock(viewScreens[screen], actor.type)

/** Those of the wanted screens (undefined: of all) that the actor may open. */
export function openScreens(actor: Actor, wanted?: ViewScreen | ViewScreen[]): ViewScreen[] {
  const all = Object.keys(viewScreens) as ViewScreen[] // its own keys
  return [wanted ?? all].flat().filter((screen) => mayOpenScreen(actor, screen))
}

/** Whether the view is there for the actor at all; of others' own ones nobody learns. */
export const maySee = (actor: Actor, view: Standing): boolean =>
  mayOpenScreen(actor, view.screen) && (view.user_id === null || view.user_id === actor.userId)

const mayWrite = (actor: Actor, view: Standing): boolean =>
  view.user_id === null ? isAdmin(actor) : view.user_id === actor.userId

export const rightsTo = (actor: Actor, view: Standing) => ({
  edit: mayWrite(actor, view),
  share: isAdmin(actor),
  delete: mayWrite(actor, view),
})

/** Keeps a view that is not there yet. @throws ApiError forbidden */
export const toKeep = <T extends Standing>(actor: Actor, view: T): Allowed<T, 'write'> =>
  allow(view, 'write', mayOpenScreen(actor, view.screen) && mayWrite(actor, view))

/** Changes, shares or deletes. @throws ApiError forbidden */
export const toWrite = <T extends Standing>(actor: Actor, view: T): Allowed<T, 'write'> =>
  allow(view, 'write', mayWrite(actor, view))
