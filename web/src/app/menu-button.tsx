import type { UserType } from '@artel/contract/access'
import { useDisclosure } from '@mantine/hooks'
import { lazy, type ReactNode } from 'react'
import { FromFirstOpen } from '../ui/from-first-open.tsx'

const loadDrawer = () => import('./menu-drawer.tsx')
const MenuDrawer = lazy(async () => ({ default: (await loadDrawer()).MenuDrawer }))

type Press = { onPointerEnter: () => void; onClick: () => void }

/** Opens the whole menu on a phone; `render` draws the button. */
export function MenuButton({ type, render }: { type: UserType; render: (press: Press) => ReactNode }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      {render({ onPointerEnter: () => void loadDrawer(), onClick: open })}
      <FromFirstOpen isOpen={isOpen}>
        <MenuDrawer type={type} isOpen={isOpen} onClose={close} />
      </FromFirstOpen>
    </>
  )
}
