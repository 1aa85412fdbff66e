import { type ComponentProps, type DragEvent, useState } from 'react'
import { movedTo } from './column-order.ts'

/** Props of a header cell: of the title that is dragged, and of the place where another column is dropped. */
export type ColumnDrag = {
  handle: Pick<ComponentProps<'span'>, 'draggable' | 'onDragStart' | 'onDragEnd'>
  place: Pick<ComponentProps<'th'>, 'onDragOver' | 'onDragLeave' | 'onDrop'> & {
    'data-drop'?: 'left' | 'right' | undefined
  }
}

/**
 * Moves columns by dragging their titles.
 * @param keys the shown columns in their order
 * @param onMove gets the new order; undefined: columns stay
 */
export function useColumnDrag(
  keys: readonly string[],
  onMove: ((order: string[]) => void) | undefined,
): (key: string) => ColumnDrag {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  if (!onMove) return () => ({ handle: {}, place: {} })
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return (key) => ({
    handle: {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', '')
        setDragged(key)
      },
      onDragEnd: end,
    },
    place: {
      'data-drop': over === key && dragged !== null ? sideOf(keys, dragged, key) : undefined,
      // What comes from elsewhere, such as a file, is not a column.
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        setOver(key)
      },
      onDragLeave: () => setOver(null),
      onDrop: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        if (dragged !== key) onMove(movedTo(keys, dragged, key))
        end()
      },
    },
  })
}

/** The side of the column `target` where the dragged column would be inserted; undefined: it is the same column. */
const sideOf = (keys: readonly string[], dragged: string, target: string) =>
  dragged === target ? undefined : keys.indexOf(dragged) < keys.indexOf(target) ? 'right' : 'left'
