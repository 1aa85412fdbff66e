import type { MoySkladEvent } from '@artel/contract/moysklad/moysklad.stored'
import { z } from 'zod'
import { exact, words } from '../../../outside/lenient.ts'
import { instantOf } from '../client/shapes.ts'
import { kindOfList } from '../moysklad.lists.ts'

const event = z.object({
  meta: z.object({ type: exact, href: exact }),
  action: exact,
  accountId: exact.optional().catch(undefined),
})
const message = z.object({
  auditContext: z.object({ moment: words }).optional().catch(undefined),
  events: z.array(z.unknown()).catch([]),
  reportType: exact.optional().catch(undefined),
  accountId: exact.optional().catch(undefined),
})

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Reads a webhook message to the company of this account. Ignores what does not match the schema. Keeps only
 * the ids that the message names, because the data is read from MoySklad.
 */
export function readMessage(body: unknown, accountId: string): MoySkladEvent {
  const read = message.safeParse(body)
  if (!read.success) return { meant: [], has_stock: false }
  const { auditContext, events, reportType, accountId: told = accountId } = read.data
  const moment = instantOf(auditContext?.moment ?? '')
  const meant = new Map<string, MoySkladEvent['meant'][number]>()
  for (const one of events) {
    const found = event.safeParse(one)
    if (!found.success) continue
    const { meta, action, accountId: of = accountId } = found.data
    const kind = kindOfList(meta.type)
    const id = meta.href.split('?')[0]?.split('/').at(-1)?.toLowerCase() ?? ''
    if (!kind || !uuid.test(id) || of !== accountId) continue
    // A deletion gets `at: null`, because a null time forces a check of the item.
    meant.set(id, { kind, id, at: action === 'DELETE' || meant.get(id)?.at === null ? null : moment })
  }
  return { meant: [...meant.values()], has_stock: reportType !== undefined && told === accountId }
}
