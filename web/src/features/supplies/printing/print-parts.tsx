import type { Print } from '@artel/contract/printers'
import type { PrintStatus } from '@artel/contract/printers.line'
import { MenuItem } from '@mantine/core'
import { IconBan, IconPrinter, IconRepeat } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/query.ts'
import { notify } from '../../../ui/notify.ts'
import { Tag } from '../../../ui/tag.tsx'

const icon = { size: 16, stroke: 1.8 } as const

const tones: Record<PrintStatus, 'mute' | 'ok' | 'info' | 'warn' | 'bad'> = {
  waiting: 'mute',
  printing: 'info',
  printed: 'ok',
  failed: 'bad',
  unknown: 'warn',
  cancelled: 'mute',
}

/** The state of a print in words: `Ждёт: нет бумаги`. */
export function usePrintWords() {
  const t = useTranslations('printing')
  return ({ status, reason }: Pick<Print, 'status' | 'reason'>) =>
    reason === null ? t(`status_${status}`) : `${t(`status_${status}`)}: ${t(`reason_${reason}`)}`
}

export function PrintState({ print }: { print: Print }) {
  const words = usePrintWords()
  const { status, reason } = print
  // A waiting print that does not go on needs a person as well.
  const tone = status === 'waiting' && reason !== null ? 'warn' : tones[status]
  return <Tag tone={tone}>{words(print)}</Tag>
}

/** Prints again and cancels. `onAgain` learns the new print. */
export function usePrintSteps(onAgain?: (id: number) => void) {
  const t = useTranslations('printing')
  const onFailure = (failure: { message: string }) =>
    notify({ text: failure.message || t('stepFailed'), tone: 'bad' })
  const repeating = useAction('printers.again', { onFailure })
  const cancelling = useAction('printers.cancel', { onFailure })
  return {
    isBusy: repeating.isPending || cancelling.isPending,
    again: ({ id }: Print, rest = false) =>
      void repeating.mutateAsync({ params: { id }, body: { rest } }).then(
        ({ print }) => {
          notify({ text: t('queued', { printer: print.printer }), tone: 'ok' })
          onAgain?.(print.id)
        },
        () => undefined,
      ),
    cancel: ({ id }: Print) =>
      void cancelling.mutateAsync({ params: { id } }).then(
        ({ print }) =>
          notify({ text: t(print.status === 'cancelled' ? 'cancelled' : 'cancelling'), tone: 'ok' }),
        () => undefined,
      ),
  }
}

/** The actions of a print. */
export function PrintItems({ print }: { print: Print }) {
  const t = useTranslations('printing')
  const { again, cancel, isBusy } = usePrintSteps()
  return (
    <>
      {print.can.rest && (
        <MenuItem
          leftSection={<IconPrinter {...icon} />}
          disabled={isBusy}
          onClick={() => again(print, true)}
        >
          {t('rest', { count: print.count - print.done })}
        </MenuItem>
      )}
      {print.can.again && (
        <MenuItem leftSection={<IconRepeat {...icon} />} disabled={isBusy} onClick={() => again(print)}>
          {t('again')}
        </MenuItem>
      )}
      {print.can.cancel && (
        <MenuItem leftSection={<IconBan {...icon} />} disabled={isBusy} onClick={() => cancel(print)}>
          {t('cancel')}
        </MenuItem>
      )}
    </>
  )
}
