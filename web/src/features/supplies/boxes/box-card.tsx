import type { Box } from '@artel/contract/supplies/supplies'
import { UnstyledButton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { PersonName } from '../../../ui/marks/avatar.tsx'
import { StatusGlyph } from '../../../ui/marks/status-glyph.tsx'
import { Code } from '../../../ui/page/code.tsx'
import classes from '../page/supply-page.module.css'
import { Filled } from '../supply-parts.tsx'

/** The state of a box: closed, in progress or empty. */
export function BoxState({ box }: { box: Pick<Box, 'sealed_at' | 'units_count'> }) {
  const t = useTranslations('supplies')
  if (box.sealed_at !== null) {
    return (
      <span className={classes.state} data-state="sealed">
        <IconLock size={16} stroke={1.8} aria-hidden="true" />
        {t('sealed')}
      </span>
    )
  }
  if (box.units_count === 0) return <span className={classes.state}>{t('emptyBox')}</span>
  return (
    <span className={classes.state} data-state="open">
      <StatusGlyph status="packing" />
      {t('underWay')}
    </span>
  )
}

/** A box in the list on a phone. The whole card opens the box. */
export function BoxCard({ box, onOpen }: { box: Box; onOpen: () => void }) {
  const t = useTranslations('supplies')
  const address = useMediaAddress()
  return (
    <article className={classes.card}>
      <div className={classes.cardLine}>
        <UnstyledButton className={classes.cardOpen ?? ''} onClick={onOpen}>
          {t('boxOf', { number: box.number })}
        </UnstyledButton>
        <BoxState box={box} />
      </div>
      {box.planned_count === null ? (
        <span>{t('pieces', { count: box.units_count })}</span>
      ) : (
        <Filled packed={box.units_count} planned={box.planned_count} />
      )}
      <div className={classes.cardLine}>
        <Code>{box.barcode}</Code>
        {box.pallet && <span>{t('onPallet', { number: box.pallet.number })}</span>}
        {box.packer && (
          <PersonName id={box.packer.id} name={box.packer.full_name} src={address(box.packer.avatar)} />
        )}
      </div>
    </article>
  )
}
