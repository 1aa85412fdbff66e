import type { Push } from '@artel/contract/pushes/pushes'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'

// Lazy, because the list is shown at once and the form only later.
const WriteForm = lazyPart(async () => (await import('./push-forms.tsx')).WriteForm)
const EditForm = lazyPart(async () => (await import('./push-forms.tsx')).EditForm)

const waiting = <SkeletonRows rows={5} height={60} cells={[{ kind: 'text' }]} />
const look = { isForm: true, size: 880, waiting } as const

/** Opens the dialogs that write, edit and cancel a push. */
export function usePushDialogs() {
  const t = useTranslations('pushes')
  const format = useFormat()
  const remove = useAction('pushes.remove', {
    onFailure: () => notify({ text: t('tooLate'), tone: 'bad' }),
  })
  return {
    /** `like`: a push whose values the form starts with. */
    write: (like: Push | null = null) =>
      openDialog(t('writeTitle'), (close) => <WriteForm like={like} close={close} />, look),
    edit: (push: Push) => openDialog(t('editTitle'), (close) => <EditForm push={push} close={close} />, look),
    callOff: async ({ id, title, send_at }: Push) => {
      const isSure = await confirm({
        title: t('callOffTitle', { title }),
        text: t('callOffText', { when: format.date(send_at, { withTime: true }) }),
        confirmLabel: t('callOff'),
        cancelLabel: t('keepIt'),
        tone: 'destructive',
      })
      if (!isSure) return
      remove.mutate(
        { params: { id } },
        { onSuccess: () => notify({ text: t('calledOff', { title }), tone: 'ok' }) },
      )
    },
  }
}
