import { Menu, type MenuProps, Popover, type PopoverProps, Tooltip, type TooltipProps } from '@mantine/core'
import { type ReactNode, type RefCallback, useLayoutEffect, useState } from 'react'
import { useShown } from '../states/use-shown.ts'

type PlaceProps = {
  id: string
  /** What the dropdown stands beside. */
  anchor: HTMLElement
  isOpen: boolean
  className?: string | undefined
  children: ReactNode
}

export type MenuLook = Pick<MenuProps, 'position' | 'width' | 'withinPortal' | 'closeOnItemClick'>

/** The dropdown of a menu beside a button that is drawn elsewhere. */
export function FloatingMenu({
  anchor,
  isOpen,
  className = '',
  children,
  ...look
}: PlaceProps & MenuLook & Pick<MenuProps, 'onChange'>) {
  const isShown = useShown() && isOpen
  return (
    <Menu {...look} opened={isShown}>
      <Menu.Target>
        <Anchor element={anchor} />
      </Menu.Target>
      <Menu.Dropdown className={className} onClick={(event) => event.stopPropagation()}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

export type PopoverLook = Pick<PopoverProps, 'position' | 'width'>

/**
 * Tells a dropdown the height that is left on its side of the button, because nobody can scroll to what lies outside
 * of the window.
 */
const middlewares = {
  size: {
    padding: 5,
    apply: ({ availableHeight, elements }) =>
      elements.floating.style.setProperty('--room', `${availableHeight}px`),
  },
} satisfies PopoverProps['middlewares']

/**
 * A popup beside a button that another component draws. When its content no longer fits below the button, it moves above
 * it (or the other way round), and then stays on that side until it is closed.
 */
export function FloatingPopover({
  anchor,
  isOpen,
  label,
  className = '',
  children,
  position = 'bottom',
  ...look
}: PlaceProps & PopoverLook & Pick<PopoverProps, 'onChange'> & { label: string }) {
  const isShown = useShown() && isOpen
  const [side, setSide] = useState(position)
  return (
    <Popover
      {...look}
      opened={isShown}
      position={side}
      onPositionChange={setSide}
      onExitTransitionEnd={() => setSide(position)}
      preventPositionChangeWhenVisible={false}
      middlewares={middlewares}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown className={className} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

type AnchorProps = { element: HTMLElement; ref?: RefCallback<HTMLElement> }

/** Takes the place of the button, which is drawn before this code has been loaded. */
function Anchor({ element, ref }: AnchorProps) {
  useLayoutEffect(() => {
    ref?.(element)
    return () => void ref?.(null)
  }, [element, ref])
  return null
}

/** The tooltip of an element that is drawn elsewhere. */
export const FloatingHint = (props: Pick<TooltipProps, 'label' | 'position' | 'target' | 'opened'>) => (
  <Tooltip {...props} />
)
