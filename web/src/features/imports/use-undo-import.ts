import type { ImportEntry } from '@artel/contract/imports/imports'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { ApiFailure } from '../../api/send/failure.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notices/notify.ts'

/** Undoes an import, after a question that names it. */
export function useUndoImport() {
  const t = useTranslations('imports')
  const { mutate, isPending } = useAction('imports.undo', {
    onFailure: (failure) =>
      notify({ text: failure instanceof ApiFailure ? failure.message : t('undoFailed'), tone: 'bad' }),
  })
  const ask = async ({ id, file_name: file }: ImportEntry) => {
    const isSure = await confirm({
      title: t('undoTitle', { file }),
      text: t('undoText'),
      confirmLabel: t('undoConfirm'),
      cancelLabel: t('undoKeep'),
      tone: 'destructive',
    })
    if (isSure) mutate({ params: { id } })
  }
  return { ask, isPending }
}
