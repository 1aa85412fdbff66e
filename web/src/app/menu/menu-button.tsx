import type { UserType } from '@artel/contract/access'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { FromFirstOpen } from '../../ui/states/from-first-open.tsx'
import { lazyPart, loadAhead } from '../../ui/states/lazy-part.ts'

const loadDrawer = () => import('./menu-drawer.tsx')
const MenuDrawer = lazyPart(async () => (await loadDrawer()).MenuDrawer)

type Press = { onPointerEnter: () => void; onClick: () => void }

/** Opens the whole menu on a phone; `render` draws the button. */
export function MenuButton({ type, render }: { type: UserType; render: (press: Press) => ReactNode }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      {render({ onPointerEnter: () => loadAhead(loadDrawer), onClick: open })}
      <FromFirstOpen isOpen={isOpen}>
        <MenuDrawer type={type} isOpen={isOpen} onClose={close} />
      </FromFirstOpen>
    </>
  )
}
