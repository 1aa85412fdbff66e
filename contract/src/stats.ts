import { z } from 'zod'
import { leagues } from './achievements.line.ts'
import { call } from './call.ts'
import { pagination } from './list.ts'
import { dayBound, fieldText, id } from './primitives.ts'
import { person } from './users.ts'

const teammate = z.object({
  user: person,
  /** Coins earned in these days. */
  points: z.int(),
  /** By the points of the month that runs. */
  league: z.enum(leagues),
  /** By points; who has as many shares it. */
  rank: z.int(),
  tasks_done: z.int(),
  /** Pieces of done tasks. */
  units: z.int(),
  worked_seconds: z.int(),
  /** Norm of what was done to the time that it took, in whole percent; null where there was no norm. */
  norm_percent: z.int().nullable(),
  /** Kopecks that were credited; nothing of it for staff. */
  money: z.int().optional(),
  coins: z.int(),
})
export type Teammate = z.infer<typeof teammate>

export const stats = {
  /** The board: staff who work here, by their points. Staff see neither money nor who does not want to be shown. */
  command: call({
    method: 'POST',
    path: '/stats/command',
    access: 'staff',
    effect: 'read',
    query: {
      limit: z.int().min(1).max(200).default(50),
      page: z.int().min(1).max(1_000_000).default(1),
    },
    body: z
      .strictObject({
        date_from: dayBound,
        date_to: dayBound,
        warehouse_id: id.optional(),
        /** Only this person's neighbourhood: so many above and below as a board shows at once. */
        around: id.optional(),
      })
      .refine(
        (body) => !(/^\d/.test(body.date_from) && /^\d/.test(body.date_to)) || body.date_from <= body.date_to,
        {
          ...fieldText('dates_reversed'),
          path: ['date_to'],
        },
      ),
    answer: { team: z.array(teammate), pagination },
    errors: ['too_many_requests'],
  }),
}
