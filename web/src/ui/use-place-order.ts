import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { moved, type Placed } from './places.ts'

type Move = { id: number; to: number }

type PlaceOrder<Row extends Placed> = {
  rows: Row[] | undefined
  /** Whether they are shown in their order: only there can a row lie at its new place before the server has answered. */
  isSorted: boolean
  /** The last place; null: not known. */
  last: number | null
  nameOf: (row: Row) => string
  /** Brings a row to a place. @returns where it lies then; a failure is told by whoever sends */
  send: (id: number, to: number) => Promise<number>
}

/** Rows in their order, and how one of them is brought to another place; it lies there at once. */
export function usePlaceOrder<Row extends Placed>(order: PlaceOrder<Row>) {
  const { rows, isSorted, last, nameOf, send } = order
  const t = useTranslations('ui')
  const [moving, setMoving] = useState<Move | null>(null)
  const [said, setSaid] = useState('')
  // Keys are faster than answers, and the last of them must be the last on the server too.
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
