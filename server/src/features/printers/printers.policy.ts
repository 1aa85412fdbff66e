import type { Print } from '@artel/contract/printers/printers'
import { openPrintStatuses, type PrintStatus } from '@artel/contract/printers/printers.line'
import type { Actor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'
import { ApiError } from '../../errors/errors.ts'

/** What the rights to a print depend on. */
type Standing = { status: PrintStatus; count: number; done: number; is_stopping: boolean }

const isOpen = ({ status }: Standing): boolean => openPrintStatuses.includes(status)

/** Everyone who sees a supply may print its labels, so only the state decides. */
export const rightsTo = (_: Actor, print: Standing): Print['can'] => ({
  again: !isOpen(print),
  rest: !isOpen(print) && print.done > 0 && print.done < print.count,
  cancel: isOpen(print) && !print.is_stopping,
})

/** Allows printing the labels of a print again. @throws ApiError wrong_state */
export function toRepeat<T extends Standing>(actor: Actor, print: T, rest: boolean): Allowed<T, 'repeat'> {
  const can = rightsTo(actor, print)
  if (!can.again || (rest && !can.rest)) throw new ApiError('wrong_state')
  return allow(print, 'repeat', true)
}

/** Allows cancelling a print. @throws ApiError wrong_state */
export function toCancel<T extends Standing>(actor: Actor, print: T): Allowed<T, 'cancel'> {
  if (!rightsTo(actor, print).cancel) throw new ApiError('wrong_state')
  return allow(print, 'cancel', true)
}
