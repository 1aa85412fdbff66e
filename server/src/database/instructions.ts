import type { InstructionBrief } from '@artel/contract/instructions.brief'
import { sql } from 'kysely'

// What of instructions stands beside other things, as person.ts has it of people.

/** So many stand beside a product; whoever has more of them finds the others in the catalogue. */
export const mostBeside = 50

/** Joins to the row `one` the person's confirmation of its present revision, where there is one, as `mine`. */
export const withMine = (userId: number) => sql`
  left join instruction_reads as mine on mine.company_id = one.company_id and mine.instruction_id = one.id
    and mine.revision = one.revision and mine.user_id = ${userId}`

/** The row `one` in brief, whether it waits for whose `mine` is, and its place. */
export const inBrief = sql`
  jsonb_build_object('id', one.id, 'title', one.title, 'requires_ack', one.requires_ack,
    'revision', one.revision, 'is_read', mine.user_id is not null) as brief,
  one.requires_ack and mine.user_id is null as waits, one.position as place`

/** What is published for the product behind a column, what waits for the person first. */
export const instructionsOf = (column: 'products.id' | 'tasks.product_id', userId: number) => sql<
  InstructionBrief[]
>`coalesce((
  select jsonb_agg(brief order by waits desc, place) from (
    select ${inBrief}
    from instruction_products as tied
    join instructions as one on one.company_id = tied.company_id and one.id = tied.instruction_id
    ${withMine(userId)}
    where tied.company_id = ${sql.ref(`${column.split('.')[0]}.company_id`)}
      and tied.product_id = ${sql.ref(column)} and one.is_published
    order by waits desc, place
    limit ${sql.lit(mostBeside)}
  ) as beside
), '[]')`
