import type { Print } from '@artel/contract/printers/printers'
import type { Box } from '@artel/contract/supplies/supplies'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { type PlacePrinter, readPlacePrinter, writePlacePrinter } from './place-printer.ts'
import { usePrinters } from './use-printers.ts'

/** Prints of this page whose state is shown. */
const shownPrints = 20

/** The printer of this packing place, and what this page has printed on it. */
export function usePlacePrinting(supplyId: number) {
  const t = useTranslations('printing')
  const printers = usePrinters()
  const [place, setPlace] = useState(readPlacePrinter)
  const [own, setOwn] = useState<readonly number[]>([])
  const action = useAction('printers.print')
  // A printer that the operator has taken out of the settings counts as none.
  const printer = printers.find(({ name }) => name === place.name)?.name ?? null
  const remember = (id: number) => setOwn((ids) => [...ids, id].slice(-shownPrints))
  const { data } = useCall(
    'printers.prints',
    { body: { ids: [...own] }, query: { limit: shownPrints, direction: 'desc' } },
    { enabled: own.length > 0 },
  )
  const print = (box: Pick<Box, 'id' | 'number'>) => {
    if (printer === null) return
    const body = { supply_id: supplyId, printer, size: place.size, box_ids: [box.id] }
    action.mutateAsync({ body }).then(
      (answer) => remember(answer.print.id),
      (failure) =>
        notify({
          text: failure.message || t('failedToQueue'),
          tone: 'bad',
          action: { label: t('again'), onClick: () => print(box) },
        }),
    )
  }
  return {
    printers,
    place: { ...place, name: printer },
    setPlace: (changed: PlacePrinter) => {
      writePlacePrinter(changed)
      setPlace(changed)
    },
    /** Prints the label of a box that was closed, if this place does so. */
    onClosed: (box: Pick<Box, 'id' | 'number'>) => {
      if (place.isAuto) print(box)
    },
    remember,
    shown: own.length > 0 ? mostUrgent(data?.prints ?? []) : undefined,
  }
}

export type PlacePrinting = ReturnType<typeof usePlacePrinting>

/** The newest print that needs a person, otherwise the newest of all. */
const mostUrgent = (prints: readonly Print[]): Print | undefined =>
  prints.find(({ status, reason }) => reason !== null && status !== 'cancelled') ?? prints[0]
