import { type ConfirmOptions, confirm } from '../../ui/dialog/confirm.tsx'
import { type NoticeOptions, notify } from '../../ui/notices/notify.ts'
import { ApiFailure, type Failure } from '../send/failure.ts'

type Removal = {
  question: Omit<ConfirmOptions, 'tone'>
  remove: () => Promise<unknown>
  onRemoved: () => void
  /** Text for an item that is still in use. */
  used: string
  /** Action that is offered instead of the deletion. */
  instead?: NonNullable<NoticeOptions['action']>
  onFailure: (failure: Failure) => void
}

/** Deletes an item after a confirmation. If the item is still in use, shows what can be done instead. */
export async function removeUnused(removal: Removal): Promise<void> {
  const { question, remove, onRemoved, used, instead, onFailure } = removal
  if (!(await confirm({ ...question, tone: 'destructive' }))) return
  try {
    await remove()
  } catch (failure) {
    const isUsed = failure instanceof ApiFailure && failure.code === 'in_use'
    if (!isUsed) return onFailure(failure as Failure) // a call throws nothing else
    return notify({ text: used, tone: 'bad', ...(instead && { action: instead }) })
  }
  onRemoved()
}
