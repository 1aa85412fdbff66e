import { ActionIcon, UnstyledButton } from '@mantine/core'
import { useHotkeys, useMediaQuery, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Kbd } from '../../ui/marks/tag.tsx'
import { Hint } from '../../ui/popup/hint.tsx'
import { FromFirstOpen } from '../../ui/states/from-first-open.tsx'
import { lazyPart, loadAhead } from '../../ui/states/lazy-part.ts'
import classes from './search-button.module.css'

const loadPalette = () => import('../palette/palette.tsx')
const Palette = lazyPart(async () => (await loadPalette()).Palette)

/** Opens the palette by a press or Ctrl K. The code of the palette is loaded on demand. */
export function SearchButton() {
  const t = useTranslations('palette')
  const hasNoRoom = useMediaQuery('(max-width: 1100px)', undefined, { getInitialValueInEffect: false })
  const [isOpen, setIsOpen] = useState(false)
  // Works inside a field too. Compares the physical key, because a Russian layout gives another letter.
  useHotkeys([['mod+K', () => setIsOpen(!isOpen), { usePhysicalKeys: true }]], [])
  const common = {
    'aria-label': t('open'),
    'aria-haspopup': 'dialog',
    onPointerEnter: () => loadAhead(loadPalette),
    onClick: () => setIsOpen(true),
  } as const
  return (
    <>
      {hasNoRoom ? (
        <Hint label={t('open')}>
          <ActionIcon size="lg" {...common}>
            <IconSearch size={18} stroke={1.6} />
          </ActionIcon>
        </Hint>
      ) : (
        <UnstyledButton className={classes.field} {...common}>
          <IconSearch size={16} stroke={1.8} aria-hidden="true" />
          <span className={classes.text}>{t('open')}</span>
          <Chord />
        </UnstyledButton>
      )}
      <FromFirstOpen isOpen={isOpen}>
        <Palette isOpen={isOpen} onClose={() => setIsOpen(false)} />
      </FromFirstOpen>
    </>
  )
}

function Chord() {
  const os = useOs()
  return <Kbd>{os === 'macos' || os === 'ios' ? '⌘ K' : 'Ctrl K'}</Kbd>
}
