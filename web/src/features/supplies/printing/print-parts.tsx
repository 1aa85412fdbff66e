import type { Print } from '@artel/contract/printers/printers'
import type { PrintStatus } from '@artel/contract/printers/printers.line'
import { MenuItem } from '@mantine/core'
import { IconBan, IconPrinter, IconRepeat } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { Tag } from '../../../ui/marks/tag.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { usePrinters } from './use-printers.ts'

const icon = { size: 16, stroke: 1.8 } as const

const tones: Record<PrintStatus, 'mute' | 'ok' | 'info' | 'warn' | 'bad'> = {
  waiting: 'mute',
  printing: 'info',
  printed: 'ok',
  failed: 'bad',
  unknown: 'warn',
  cancelled: 'mute',
}

/** `reason`: why the print waits or has failed. `state`: its status and reason in words, such as `Ждёт: нет бумаги`. */
export function usePrintWords() {
  const t = useTranslations('printing')
  const printers = usePrinters()
  return ({ status, reason: own, printer }: Pick<Print, 'status' | 'reason' | 'printer'>) => {
    // A print behind others waits for the same reason as they do.
    const first = status === 'waiting' ? printers.find(({ name }) => name === printer)?.reason : null
    const reason = own ?? first ?? null
    const name = t(`status_${status}`)
    return { reason, state: reason === null ? name : `${name}: ${t(`reason_${reason}`)}` }
  }
}

export function PrintState({ print }: { print: Print }) {
  const { reason, state } = usePrintWords()(print)
  // A waiting print that does not go on needs a person as well.
  const tone = print.status === 'waiting' && reason !== null ? 'warn' : tones[print.status]
  return <Tag tone={tone}>{state}</Tag>
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
    again: ({ id }: Print, { rest = false, printer }: { rest?: boolean; printer?: string } = {}) =>
      void repeating.mutateAsync({ params: { id }, body: { rest, ...(printer && { printer }) } }).then(
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

/** The menu items of a print. Labels can also be printed again on any other printer of the company. */
export function PrintItems({ print }: { print: Print }) {
  const t = useTranslations('printing')
  const others = usePrinters().filter(({ name }) => name !== print.printer)
  const { again, cancel, isBusy } = usePrintSteps()
  return (
    <>
      {print.can.rest && (
        <MenuItem
          leftSection={<IconPrinter {...icon} />}
          disabled={isBusy}
          onClick={() => again(print, { rest: true })}
        >
          {t('rest', { count: print.count - print.done })}
        </MenuItem>
      )}
      {print.can.again && (
        <MenuItem leftSection={<IconRepeat {...icon} />} disabled={isBusy} onClick={() => again(print)}>
          {t('again')}
        </MenuItem>
      )}
      {(print.can.rest || print.can.again) &&
        others.map(({ name }) => (
          <MenuItem
            key={name}
            leftSection={<IconPrinter {...icon} />}
            disabled={isBusy}
            onClick={() => again(print, { rest: print.can.rest, printer: name })}
          >
            {t(print.can.rest ? 'restOn' : 'againOn', { printer: name })}
          </MenuItem>
        ))}
      {print.can.cancel && (
        <MenuItem leftSection={<IconBan {...icon} />} disabled={isBusy} onClick={() => cancel(print)}>
          {t('cancel')}
        </MenuItem>
      )}
    </>
  )
}
