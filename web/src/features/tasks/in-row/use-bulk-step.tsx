import type { TaskBulk } from '@artel/contract/tasks/tasks.bulk'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import type { Answer } from '../../../api/send/calls.ts'
import { ApiFailure } from '../../../api/send/failure.ts'
import { randomKey } from '../../../api/send/idempotency.ts'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { type BulkVerb, undoReasonOf } from '../refused-reason.ts'

const RefusedTasks = lazyPart(async () => (await import('../many/refused-tasks.tsx')).RefusedTasks)

/** How long the undo of a step is offered, ms. */
const undoMs = 10_000

/** Steps that can be undone. The others post money or remove tasks, and ask before. */
const undoable: ReadonlySet<BulkVerb> = new Set(['assign', 'priority', 'due', 'quantity', 'cancel'])

export type BulkOutcome = Answer<'tasks.bulk'> & { undo: (() => void) | null }

/** Takes a step on several tasks. What it did can be undone as a whole. */
export function useBulkStep() {
  const t = useTranslations('taskBulk')
  const bulk = useAction('tasks.bulk')
  const undo = useAction('tasks.bulkUndo')
  const onFailure = (failure: unknown) =>
    notify({ text: failure instanceof ApiFailure ? failure.message : t('failed'), tone: 'bad' })
  const takeBack = async (bulk_id: string) => {
    const { changed, refused } = await undo.mutateAsync({ body: { bulk_id } })
    if (refused.length === 0) return notify({ text: t('undone', { count: changed }), tone: 'ok' })
    openDialog(
      t('undoneTitle', { changed, refused: refused.length }),
      (close) => (
        <RefusedTasks
          text={t('undoneText')}
          refused={refused}
          reasonOf={({ code }) => t(undoReasonOf(code))}
          close={close}
        />
      ),
      { size: 'md' },
    )
  }
  return {
    /** @throws {Failure} */
    take: async (body: TaskBulk): Promise<BulkOutcome> => {
      const bulk_id = randomKey()
      const outcome = await bulk.mutateAsync({ body: { ...body, bulk_id } })
      const isUndoable = undoable.has(body.action) && outcome.changed > 0
      return { ...outcome, undo: isUndoable ? () => void takeBack(bulk_id).catch(onFailure) : null }
    },
    onFailure,
    /** Says what was done, with its undo. */
    say: (text: string, run: BulkOutcome['undo']) =>
      notify({
        text,
        tone: 'ok',
        ...(run && { timeout: undoMs, action: { label: t('undo'), onClick: run } }),
      }),
  }
}
