import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { useHotkeys, useMediaQuery, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Kbd } from '../ui/tag.tsx'
import classes from './search-button.module.css'

const loadPalette = () => import('./palette/palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

/** The way to the palette, by press and by Ctrl K; its code comes when it is first wanted. */
export function SearchButton() {
  const t = useTranslations('palette')
  const hasNoRoom = useMediaQuery('(max-width: 1100px)', undefined, { getInitialValueInEffect: false })
  const [isOpen, setIsOpen] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  const open = () => {
    setIsWanted(true)
    setIsOpen(true)
  }
  // From within a field too, and by the key's place: a Russian layout gives another letter there.
  useHotkeys([['mod+K', () => (isOpen ? setIsOpen(false) : open()), { usePhysicalKeys: true }]], [])
  const common = {
    'aria-label': t('open'),
    'aria-haspopup': 'dialog',
    onPointerEnter: () => void loadPalette(),
    onClick: open,
  } as const
  return (
    <>
      {hasNoRoom ? (
        <Tooltip label={t('open')}>
          <ActionIcon size="lg" {...common}>
            <IconSearch size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <UnstyledButton className={classes.field} {...common}>
          <IconSearch size={16} stroke={1.8} aria-hidden="true" />
          <span className={classes.text}>{t('open')}</span>
          <Chord />
        </UnstyledButton>
      )}
      {isWanted && (
        <Suspense fallback={null}>
          <Palette isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Chord() {
  const os = useOs()
  return <Kbd>{os === 'macos' || os === 'ios' ? '⌘ K' : 'Ctrl K'}</Kbd>
}
