import type { InstructionBrief } from '@artel/contract/instructions/instructions.brief'
import { sql } from 'kysely'

// SQL for instructions that are shown with other things, as person.ts has it for users.

/** Maximum instructions shown with a product. The others are found in the catalogue. */
export const maxBeside = 50

/** Joins to the row `one` the person's confirmation of its current revision as `mine`. It may be missing. */
export const withMine = (userId: number) => sql`
  left join instruction_reads as mine on mine.company_id = one.company_id and mine.instruction_id = one.id
    and mine.revision = one.revision and mine.user_id = ${userId}`

/**
 * Selects the row `one` in brief, whether it waits for a confirmation by the person of `mine`, and its
 * position.
 */
export const inBrief = sql`
  jsonb_build_object('id', one.id, 'title', one.title, 'requires_ack', one.requires_ack,
    'revision', one.revision, 'is_read', mine.user_id is not null) as brief,
  one.requires_ack and mine.user_id is null as waits, one.position as place`

/**
 * Published instructions of the product in a column. Those that wait for the person's confirmation come
 * first.
 */
export const instructionsOf = (column: 'products.id' | 'tasks.product_id', userId: number) => sql<
  InstructionBrief[]
>`coalesce((
  select jsonb_agg(brief order by waits desc, place) from (
    select ${inBrief}
    from instruction_products as link
    join instructions as one on one.company_id = link.company_id and one.id = link.instruction_id
    ${withMine(userId)}
    where link.company_id = ${sql.ref(`${column.split('.')[0]}.company_id`)}
      and link.product_id = ${sql.ref(column)} and one.is_published
    order by waits desc, place
    limit ${sql.lit(maxBeside)}
  ) as beside
), '[]')`
