import { useUncontrolled } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { FromFirstOpen } from '../states/from-first-open.tsx'
import { lazyPart } from '../states/lazy-part.ts'
import type { MenuLook } from './floating.tsx'
import { type PopupTarget, usePopupTarget } from './use-popup-target.ts'

const FloatingMenu = lazyPart(async () => (await import('./floating.tsx')).FloatingMenu)

type PopupMenuProps = MenuLook & {
  /** The button that opens the menu. */
  target: PopupTarget
  isOpen?: boolean
  onChange?: (isOpen: boolean) => void
  /** Of the dropdown. */
  className?: string | undefined
  /** The items. */
  children: ReactNode
}

/** A menu below a button. It may stand in a row that opens an item itself. */
export function PopupMenu({ target, isOpen, onChange, children, ...look }: PopupMenuProps) {
  const [isShown, setShown] = useUncontrolled({
    finalValue: false,
    ...(isOpen !== undefined && { value: isOpen }),
    ...(onChange && { onChange }),
  })
  const { id, anchor, element } = usePopupTarget(target, 'menu', isShown, () => setShown(!isShown))
  return (
    <>
      {element}
      <FromFirstOpen isOpen={isShown && anchor !== null}>
        {anchor && (
          <FloatingMenu {...look} id={id} anchor={anchor} isOpen={isShown} onChange={setShown}>
            {children}
          </FloatingMenu>
        )}
      </FromFirstOpen>
    </>
  )
}
