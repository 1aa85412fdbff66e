import { z } from 'zod'
import { call } from './call.ts'
import { id, text } from './shapes/primitives.ts'

export const searchEntities = [
  'task',
  'product',
  'supply',
  'user',
  'instruction',
  'shop_item',
  'order',
  'legal_entity',
  'warehouse',
] as const

const searchResult = z.object({
  entity: z.enum(searchEntities),
  id,
  title: z.string(),
  /** Tells results of the same title apart; may be empty. */
  subtitle: z.string(),
})
export type SearchResult = z.infer<typeof searchResult>

export const search = {
  /** The best results of each kind that this person may see. */
  find: call({
    method: 'GET',
    path: '/search',
    access: 'staff',
    shows: [],
    query: { q: text(200) },
    answer: { results: z.array(searchResult) },
  }),
}
