import type { MoySkladConnection } from '@artel/contract/moysklad/moysklad'
import type { MoySkladPreview } from '@artel/contract/moysklad/moysklad.items'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { useStepFailure } from '../connect/use-connection-steps.tsx'
import { plannedCounts } from './planned-counts.ts'
import previewClasses from './preview.module.css'

type ConfirmFooterProps = { connection: MoySkladConnection; preview: MoySkladPreview }

/** Says what would be written, and a button that writes it. */
export function ConfirmFooter({ connection, preview }: ConfirmFooterProps) {
  const t = useTranslations('moySklad')
  const write = useAction('moySklad.confirm', {
    onFailure: useStepFailure(),
    onSuccess: () => notify({ text: t('confirmed'), tone: 'ok' }),
  })
  const { created, tied, changed, left } = plannedCounts(preview)
  const count = created + tied + changed
  const ask = async () => {
    const stock = connection.sync.stock ? [t('confirmStock')] : []
    const isSure = await confirm({
      title: t('confirmTitle'),
      text: [t('confirmText', { created, tied, changed }), ...stock].join('. '),
      confirmLabel: count === 0 ? t('confirmNone') : t('confirm', { count }),
      cancelLabel: t('notYet'),
    })
    if (isSure) write.mutate({})
  }
  return (
    <footer className={previewClasses.footer}>
      <p>{left > 0 ? t('willLeave', { count: left }) : t('willAll')}</p>
      <Button loading={write.isPending} onClick={() => void ask()}>
        {count === 0 ? t('confirmNone') : t('confirm', { count })}
      </Button>
    </footer>
  )
}
