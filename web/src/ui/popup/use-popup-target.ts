import { useMergedRef } from '@mantine/hooks'
import { type ComponentProps, cloneElement, type ReactElement, useId, useState } from 'react'

/** An element that takes what a button takes. */
export type PopupTarget = ReactElement<ComponentProps<'button'>>

/** Gives a button what it needs to open a popup. The popup itself is drawn by code that is loaded later. */
export function usePopupTarget(
  target: PopupTarget,
  kind: 'menu' | 'dialog',
  isOpen: boolean,
  toggle: () => void,
) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const own = target.props
  const ref = useMergedRef<HTMLElement>(setAnchor, own.ref as React.Ref<HTMLElement>)
  const element = cloneElement(target, {
    id,
    ref,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    // By this name the library calls its dropdown.
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    onClick: (event) => {
      own.onClick?.(event)
      toggle()
    },
  })
  return { id, anchor, element }
}
