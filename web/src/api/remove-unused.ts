import { type ConfirmOptions, confirm } from '../ui/confirm.tsx'
import { type NoticeOptions, notify } from '../ui/notify.ts'
import { ApiFailure, type Failure } from './failure.ts'

type Removal = {
  question: Omit<ConfirmOptions, 'tone'>
  remove: () => Promise<unknown>
  onRemoved: () => void
  /** Said where something still has it. */
  used: string
  /** What can be done in place of removing it. */
  instead?: NonNullable<NoticeOptions['action']>
  onFailure: (failure: Failure) => void
}

/** Deletes, once the person is sure, what other things may have; where one does, says what can be done instead. */
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
