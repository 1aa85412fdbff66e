import { useMergedRef } from '@mantine/hooks'
import {
  type ComponentProps,
  cloneElement,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react'
import { FromFirstOpen } from '../states/from-first-open.tsx'
import { lazyPart } from '../states/lazy-part.ts'

const FloatingHint = lazyPart(async () => (await import('./floating.tsx')).FloatingHint)

/** How long the pointer rests on an element before its tooltip appears, ms. */
const restMs = 400

type HintProps = {
  label: string
  position?: 'top' | 'right'
  isOff?: boolean
  /** What the tooltip names. It takes what a button or a link takes. */
  children: ReactElement<ComponentProps<'button'>>
}

/** A tooltip for an element that has a name already. */
export function Hint({ label, position = 'top', isOff = false, children }: HintProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const timer = useRef(0)
  const own = children.props
  // Its menu is open, and may lie below the tooltip.
  const isMenuOpen = own['aria-haspopup'] !== undefined && own['aria-expanded'] === true
  const ref = useMergedRef<HTMLElement>(setTarget, own.ref as React.Ref<HTMLElement>)
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const element = cloneElement(children, {
    ref,
    onPointerEnter: (event: PointerEvent<HTMLButtonElement>) => {
      own.onPointerEnter?.(event)
      if (isOff || event.pointerType !== 'mouse') return
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => setOpen(true), restMs)
    },
    onPointerLeave: (event: PointerEvent<HTMLButtonElement>) => {
      own.onPointerLeave?.(event)
      close()
    },
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      own.onPointerDown?.(event)
      close()
    },
  })
  return (
    <>
      {element}
      <FromFirstOpen isOpen={isOpen && target !== null}>
        <FloatingHint
          target={target}
          label={label}
          position={position}
          opened={isOpen && !isOff && !isMenuOpen}
        />
      </FromFirstOpen>
    </>
  )
}
