import type { ReactNode } from 'react'
import { FromFirstOpen } from '../states/from-first-open.tsx'
import { lazyPart } from '../states/lazy-part.ts'
import type { PopoverLook } from './floating.tsx'
import { type PopupTarget, usePopupTarget } from './use-popup-target.ts'

const FloatingPopover = lazyPart(async () => (await import('./floating.tsx')).FloatingPopover)

type PopupProps = PopoverLook & {
  /** The button that opens the popup. */
  target: PopupTarget
  /** The name of the popup. */
  label: string
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  /** Of the popup. */
  className?: string | undefined
  children: ReactNode
}

/** A small window beside a button, with fields or a list. The focus stays in it while it is open. */
export function Popup({ target, isOpen, onChange, children, ...look }: PopupProps) {
  const { id, anchor, element } = usePopupTarget(target, 'dialog', isOpen, () => onChange(!isOpen))
  return (
    <>
      {element}
      <FromFirstOpen isOpen={isOpen && anchor !== null}>
        {anchor && (
          <FloatingPopover {...look} id={id} anchor={anchor} isOpen={isOpen} onChange={onChange}>
            {children}
          </FloatingPopover>
        )}
      </FromFirstOpen>
    </>
  )
}
