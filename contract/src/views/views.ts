import { z } from 'zod'
import { call } from '../call.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import { fieldText, id, instant, text } from '../shapes/primitives.ts'
import { ownKeys } from '../shapes/records.ts'
import { stats } from '../stats/stats.ts'
import { tasks } from '../tasks/tasks.ts'
import { tableColumns, users } from '../users/users.ts'
import { type ViewScreen, viewScreens } from './views.screens.ts'

/** Maximum characters of a state as JSON: some hundred chosen values, but no list of a thousand ids. */
const largestState = 4000

/** `table`: what the view sets of the table, if the screen has one. */
const stateOf = <Filters extends z.ZodType, Sort extends z.ZodType, Table extends z.ZodRawShape>(
  list: { body: Filters; query: { shape: { sort_by: z.ZodDefault<Sort> } } },
  table: Table,
) =>
  z
    .strictObject({
      filters: list.body,
      sort_by: list.query.shape.sort_by.unwrap().optional(),
      direction: z.enum(['asc', 'desc']).optional(),
      ...table,
    })
    .refine((state) => JSON.stringify(state).length <= largestState, {
      ...fieldText('view_too_large'),
      path: ['filters'],
    })

/** Without them, the view leaves the columns as each person has them. */
const columns = { columns: tableColumns.optional() }

/** What a view of each screen stores: the filters, the search and the order of its list, and the columns of its table. */
export const viewStates = {
  tasks: stateOf(tasks.list, columns),
  users: stateOf(users.list, columns),
  stats: stateOf(stats.command, {}),
} satisfies Record<ViewScreen, z.ZodType>
const anyState = z.union([viewStates.tasks, viewStates.users, viewStates.stats])
export type ViewState = z.output<typeof anyState>

const screen = z.literal(ownKeys(viewScreens))
const name = text(60)

/** A named set of filters of a list, of its author alone or shared with all who may open the screen. */
const view = z.object({
  id,
  screen,
  name: z.string(),
  state: anyState,
  is_shared: z.boolean(),
  /** Null: its author was deleted. */
  created_by: id.nullable(),
  created_at: instant,
  version: z.int(),
  /** `share`: share it, or stop sharing it. */
  can: z.object({ edit: z.boolean(), share: z.boolean(), delete: z.boolean() }),
})
export type View = z.infer<typeof view>

const draftOf = <Screen extends ViewScreen>(of: Screen) =>
  z.strictObject({
    screen: z.literal(of),
    name,
    state: viewStates[of],
    is_shared: z.boolean().default(false),
  })
const viewDraft = z.discriminatedUnion('screen', [draftOf('tasks'), draftOf('users'), draftOf('stats')])
export type ViewDraft = z.output<typeof viewDraft>

const viewPatch = z
  .strictObject({
    name,
    /** In the shape of its own screen. */
    state: anyState,
    is_shared: z.boolean(),
    /** The version the changes are based on. */
    version: z.int().positive(),
  })
  .partial()
export type ViewPatch = z.output<typeof viewPatch>

const answer = { view }

export const views = {
  list: listCall({
    path: '/views',
    access: 'staff',
    shows: ['view'],
    plural: 'views',
    row: view,
    sorts: ['name', 'created_at'],
    filters: { screen: oneOrMany(screen).optional(), is_shared: z.boolean().optional() },
  }),
  get: call({ method: 'GET', path: '/views/:id', access: 'staff', shows: ['view'], answer }),
  create: call({
    method: 'POST',
    path: '/views/create',
    access: 'staff',
    changes: ['view'],
    success: 201,
    body: viewDraft,
    answer,
  }),
  update: call({
    method: 'PUT',
    path: '/views/:id',
    access: 'staff',
    changes: ['view'],
    body: viewPatch,
    answer,
    errors: ['stale'],
  }),
  remove: call({ method: 'DELETE', path: '/views/:id', access: 'staff', changes: ['view'], answer: {} }),
}
