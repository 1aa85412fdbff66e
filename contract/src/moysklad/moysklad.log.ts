import { z } from 'zod'
import { id, instant } from '../shapes/primitives.ts'
import { moySkladActions, moySkladParts } from './moysklad.line.ts'

/**
 * One of our items that a MoySklad row is or could be linked to; `subtitle`: article, INN, address or email.
 */
export const ours = z.object({ id, title: z.string(), subtitle: z.string().nullable() })

export const failure = z.object({
  /** One of our fields; null: the failure is about the whole row. */
  field: z.string().nullable(),
  message: z.string(),
})

/** An entry of the log. */
export const logLine = z.object({
  id,
  run_id: id.nullable(),
  kind: z.enum(moySkladParts),
  action: z.enum(moySkladActions),
  title: z.string(),
  item_id: id.nullable(),
  /** Our item that the entry is about. */
  tied_to: ours.nullable(),
  /**
   * `is_conflict`: a person had changed the field since the last run, and the MoySklad value has replaced it.
   */
  changes: z.array(
    z.object({ field: z.string(), before: z.unknown(), after: z.unknown(), is_conflict: z.boolean() }),
  ),
  failures: z.array(failure),
  created_at: instant,
})
export type MoySkladLogLine = z.infer<typeof logLine>
