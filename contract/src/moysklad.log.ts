import { z } from 'zod'
import { moySkladActions, moySkladParts } from './moysklad.line.ts'
import { id, instant } from './primitives.ts'

/** One of ours that one of theirs is, or could be; `subtitle`: article, INN, address or email. */
export const ours = z.object({ id, title: z.string(), subtitle: z.string().nullable() })

export const failure = z.object({
  /** A field of ours; null: it is about the whole. */
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
  /** Which of ours it is about. */
  tied_to: ours.nullable(),
  /** `is_conflict`: somebody had changed it by hand since the last time, and theirs has won. */
  changes: z.array(
    z.object({ field: z.string(), before: z.unknown(), after: z.unknown(), is_conflict: z.boolean() }),
  ),
  failures: z.array(failure),
  created_at: instant,
})
export type MoySkladLogLine = z.infer<typeof logLine>
