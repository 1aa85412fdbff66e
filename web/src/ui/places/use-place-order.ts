import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { moved, type Placed } from './places.ts'

type Move = { id: number; to: number }

type PlaceOrder<Row extends Placed> = {
  rows: Row[] | undefined
  /**
   * Whether the rows are shown in their order. Only then can a row move to its new place before the response.
   */
  isSorted: boolean
  /** The last place; null if unknown. */
  last: number | null
  nameOf: (row: Row) => string
  /** Moves a row to a place. @returns its final place; the sender reports a failure itself */
  send: (id: number, to: number) => Promise<number>
}

/** Rows in their order, and a function that moves one of them. The row moves before the server responds. */
export function usePlaceOrder<Row extends Placed>(order: PlaceOrder<Row>) {
  const { rows, isSorted, last, nameOf, send } = order
  const t = useTranslations('ui')
  const [moving, setMoving] = useState<Move | null>(null)
  const [said, setSaid] = useState('')
  // Keys are faster than responses, so the moves are sent one after another and the last key is the last on
  // the server.
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const move = (row: Row, wanted: number): Promise<unknown> => {
    const { id, position } = row
    const to = Math.min(Math.max(1, wanted), last ?? wanted)
    if (to === position) return Promise.resolve()
    const mine = { id, to }
    setMoving(mine)
    const done = before.current
      .then(() => send(id, to))
      .then(
        (place) => setSaid(t('movedTo', { name: nameOf(row), position: place })),
        () => undefined,
      )
    before.current = done.then(() => setMoving((now) => (now === mine ? null : now)))
    return before.current
  }
  const shown = rows && moving && isSorted ? moved(rows, moving.id, moving.to) : rows
  return { rows: shown, said, move, last, isSorted }
}
