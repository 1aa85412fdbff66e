import type { Task } from '@artel/contract/tasks/tasks'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { refreshEntities } from '../../api/cache/refresh.ts'
import { TextAreaField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { notify } from '../../ui/notices/notify.ts'
import { useJudgedTask } from './use-judged-task.ts'

/** Returns the work with a reason that the assignee reads. */
export function ReturnDialog({ task, close }: { task: Task; close: () => void }) {
  const t = useTranslations('tasks')
  const giveBack = useAction('tasks.return')
  const judgeTask = useJudgedTask()
  const form = useFormState({
    call: 'tasks.return',
    draft: { item: task.id },
    initial: { reason: '' },
    send: async (body) => {
      const answer = await judgeTask(task, {
        right: 'return',
        submitLabel: t('return'),
        send: ({ id, version }) => giveBack.mutateAsync({ params: { id }, body: { ...body, version } }),
      })
      close()
      if (answer === null) await refreshEntities('task')
      else notify({ text: t('returned', { id: String(task.id) }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('return')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <TextAreaField {...form.at('reason')} label={t('returnReason')} hint={t('returnHint')} />
    </FormShell>
  )
}
