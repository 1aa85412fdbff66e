import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '@artel/contract/audit/audit.line'
import type { Pagination } from '@artel/contract/shapes/list'
import {
  type View,
  type ViewDraft,
  type ViewPatch,
  type ViewState,
  viewStates,
} from '@artel/contract/views/views'
import {
  maxOwnViews,
  maxSharedViews,
  type ViewScreen,
  viewScreens,
} from '@artel/contract/views/views.screens'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { nowIso } from '../../clock.ts'
import type { Audience } from '../../database/announcement.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { toFieldIssues } from '../../errors/issues.ts'
import { changesOf, writeAudit } from '../audit/audit.ts'
import { maySee, openScreens, rightsTo, toKeep, toWrite } from './views.policy.ts'
import {
  deleteViewRow,
  findOthers,
  findViewRow,
  insertView,
  listViewRows,
  lockViewRow,
  lockViews,
  updateViewRow,
  type ViewFilters,
  type ViewQuery,
  type ViewRow,
} from './views.queries.ts'

/** The fields of a view that may change. */
type Fields = Pick<ViewRow, 'name' | 'state' | 'user_id'>

export async function listViews(
  db: Db,
  actor: Actor,
  filters: ViewFilters,
  query: ViewQuery,
): Promise<{ views: View[]; pagination: Pagination }> {
  const screens = openScreens(actor, filters.screen)
  const { rows, pagination } = await listViewRows(db, actor, screens, filters, query)
  return { views: rows.map((row) => toView(actor, row)), pagination }
}

/** @throws ApiError not_found, also for the private view of another person */
export async function getView(db: Db, actor: Actor, id: number): Promise<View> {
  return toView(actor, seen(actor, await findViewRow(db, id)))
}

/** @throws ApiError forbidden; 422 if the name is taken or there are too many views */
export async function createView(db: Db, actor: Actor, draft: ViewDraft): Promise<View> {
  const { is_shared, ...fields } = draft
  const view = toKeep(actor, { ...fields, user_id: is_shared ? null : actor.userId })
  await checkSet(db, view, null)
  const id = await insertView(db, { ...view, created_by: actor.userId, created_at: nowIso() })
  await auditView(db, actor, 'create', id, view.name, {}, toldOf(view))
  db.announce({ entity: 'view', id, action: 'create' }, audienceOf(view))
  return getView(db, actor, id)
}

/**
 * Updates the given fields. A view that is no longer shared belongs to its creator again.
 * @throws ApiError forbidden; stale if it was changed since `version` and the patch changes one of the fields
 */
export async function updateView(db: Db, actor: Actor, id: number, patch: ViewPatch): Promise<View> {
  const view = toWrite(actor, seen(actor, await lockViewRow(db, id)))
  if (patch.state) checkState(view.screen, patch.state)
  const fields: Fields = {
    name: patch.name ?? view.name,
    state: patch.state ?? view.state,
    user_id: ownerAfter(actor, view, patch.is_shared),
  }
  const changed = { ...view, ...fields }
  if (isDeepStrictEqual(changed, view)) return toView(actor, view)
  if (patch.version !== undefined && patch.version < view.version)
    throw new ApiError('stale', [], { current: toView(actor, view) })
  await checkSet(db, changed, view)
  await updateViewRow(db, id, { ...fields, version: view.version + 1 })
  await auditView(db, actor, 'update', id, view.name, toldOf(view), toldOf({ ...view, ...fields }))
  db.announce({ entity: 'view', id, action: 'update' }, audienceOf(view, changed))
  return toView(actor, { ...changed, version: view.version + 1 })
}

export async function deleteView(db: Db, actor: Actor, id: number): Promise<void> {
  const view = toWrite(actor, seen(actor, await lockViewRow(db, id)))
  await deleteViewRow(db, view.id)
  await auditView(db, actor, 'delete', id, view.name, toldOf(view), {})
  db.announce({ entity: 'view', id, action: 'delete' }, audienceOf(view))
}

/** The fields of a view in the audit log. A private view has none, because it concerns nobody else. */
const toldOf = ({ name, screen, state, user_id }: Fields & Pick<ViewRow, 'screen'>): object =>
  user_id === null ? { name, screen, state: toldState(state) } : {}

/** A state whose field names are all known: the widths, whose keys are free, are one text. */
function toldState(state: ViewState): object {
  if (!('columns' in state) || !state.columns?.widths) return state
  const widths = Object.entries(state.columns.widths).sort(([one], [other]) => (one < other ? -1 : 1))
  const text = widths.map(([column, width]) => `${column}: ${width ?? '—'}`).join(', ')
  return { ...state, columns: { ...state.columns, widths: text || null } }
}

async function auditView(
  db: Db,
  actor: Actor,
  action: AuditAction,
  id: number,
  title: string,
  before: object,
  after: object,
): Promise<void> {
  const changes = changesOf(before, after)
  if (Object.keys({ ...changes.before, ...changes.after }).length === 0) return
  await writeAudit(db, actor, { action, entity: 'view', id, title, ...changes })
}

const toView = (actor: Actor, { user_id, ...row }: ViewRow): View => ({
  ...row,
  is_shared: user_id === null,
  can: rightsTo(actor, { ...row, user_id }),
})

function seen(actor: Actor, row: ViewRow | undefined): ViewRow {
  if (!row || !maySee(actor, row)) throw new ApiError('not_found')
  return row
}

function ownerAfter(actor: Actor, view: Allowed<ViewRow, 'write'>, isShared?: boolean): number | null {
  if (isShared === undefined || isShared === (view.user_id === null)) return view.user_id
  if (!isAdmin(actor)) throw new ApiError('forbidden')
  return isShared ? null : (view.created_by ?? actor.userId)
}

// The schema of the body accepts the state of any screen, so check it against the screen of the row.
function checkState(screen: ViewScreen, state: ViewState): void {
  const { error } = viewStates[screen].safeParse(state, { reportInput: true })
  if (!error) return
  const issues = toFieldIssues(error.issues).map((issue) => ({ ...issue, path: `state.${issue.path}` }))
  throw new ApiError('invalid', issues)
}

/** Checks the name and the number of views of the same owner. `before`: the old row; null for a new view. */
async function checkSet(
  db: Db,
  view: Pick<ViewRow, 'screen' | 'name' | 'user_id'>,
  before: ViewRow | null,
): Promise<void> {
  await lockViews(db)
  const others = await findOthers(db, view, before?.id ?? 0)
  if (others.is_taken) throw fieldError('name', 'view_name_taken')
  const maximum = view.user_id === null ? maxSharedViews : maxOwnViews
  const joins = before === null || before.user_id !== view.user_id
  if (joins && others.count >= maximum) throw fieldError('name', 'too_many_views', { maximum })
}

/** The people who could see the view before or can see it now. Admins get every event. */
function audienceOf(...views: readonly Pick<ViewRow, 'user_id' | 'screen'>[]): Audience {
  const isForAll = views.some(({ user_id, screen }) => user_id === null && viewScreens[screen] === 'staff')
  return isForAll ? 'everyone' : views.map(({ user_id }) => user_id).filter((id) => id !== null)
}
