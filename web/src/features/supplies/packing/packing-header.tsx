import { ActionIcon, MenuItem, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconCheck, IconClock, IconScan, IconVolume, IconWifiOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { useUser } from '../../../api/session/session.ts'
import { serverNow } from '../../../ui/dates/server-clock.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { PopupMenu } from '../../../ui/popup/popup-menu.tsx'
import { PlacePrinterState } from '../printing/place-printer.tsx'
import type { PlacePrinting } from '../printing/use-place-printing.ts'
import { isMuted, type ScanSound, scanSounds, setMuted } from '../scanner/scan-sounds.ts'
import { packedShare } from './packed-share.ts'
import classes from './packing-header.module.css'
import type { Packing } from './use-packing.ts'

type PackingHeaderProps = { supplyId: number; packing: Packing; printing: PlacePrinting }

/**
 * The supply and box, the packing progress, the other packers,
 * and the state of the scanner and the connection.
 */
export function PackingHeader({ supplyId, packing, printing }: PackingHeaderProps) {
  const t = useTranslations('packing')
  const { supply } = packing
  return (
    <header className={classes.header} data-has-printers={printing.printers.length > 0 || undefined}>
      <ActionIcon
        size={44}
        aria-label={t('leave')}
        title={t('leave')}
        renderRoot={(props) => <Link to="/supply/$id" params={{ id: String(supplyId) }} {...props} />}
      >
        <IconArrowLeft size={22} stroke={1.6} />
      </ActionIcon>
      <div className={classes.titles}>
        <h1 className={classes.title}>{supply ? t('title', { number: supply.number }) : t('inHand')}</h1>
        {supply?.destination && <div className={classes.where}>{supply.destination}</div>}
      </div>
      <Whole packing={packing} />
      <Others packing={packing} />
      <ScannerState packing={packing} />
      <PlacePrinterState printing={printing} />
      <Sounds />
    </header>
  )
}

function Whole({ packing: { packing } }: { packing: Packing }) {
  const t = useTranslations('packing')
  const format = useFormat()
  if (!packing) return null
  const { units_count, planned_count } = packing
  return (
    <div className={classes.whole}>
      <div className={classes.wholeWords}>
        <span>{t('wholeSupply')}</span>
        <b>
          {planned_count === null
            ? t('done', { count: units_count })
            : t('of', { done: format.number(units_count), total: format.number(planned_count) })}
        </b>
      </div>
      <Ruler value={packedShare(packing)} height={10} label={t('wholeSupply')} />
    </div>
  )
}

/** A packer without a scan for this many ms counts as gone. */
const awayMs = 15 * 60_000
const shownOthers = 3

function Others({ packing: { packing } }: { packing: Packing }) {
  const t = useTranslations('packing')
  const format = useFormat()
  const address = useMediaAddress()
  const me = useUser()
  const others = (packing?.packers ?? [])
    .filter(({ user, last_at }) => user.id !== me.id && serverNow() - Date.parse(last_at) < awayMs)
    .slice(0, shownOthers)
  if (others.length === 0) return null
  return (
    <ul className={classes.others} aria-label={t('others')}>
      {others.map(({ user, box: { number, units_count, planned_count } }) => (
        <li key={user.id} title={user.full_name}>
          <Avatar id={user.id} name={user.full_name} src={address(user.avatar)} size={28} />
          <VisuallyHidden>
            <bdi>{user.full_name}</bdi>:{' '}
          </VisuallyHidden>
          <span className={classes.otherWords}>
            {t('box', { number })} ·{' '}
            {planned_count === null
              ? t('done', { count: units_count })
              : t('of', { done: format.number(units_count), total: format.number(planned_count) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Fewer waiting scans are not shown, because they are sent before anyone reads the text. */
const worthSaying = 3

function ScannerState({ packing: { waiting, isLost } }: { packing: Packing }) {
  const t = useTranslations('packing')
  const count = waiting.length
  const state = isLost ? 'lost' : count >= worthSaying ? 'waiting' : 'ready'
  const Icon = { lost: IconWifiOff, waiting: IconClock, ready: IconScan }[state]
  return (
    <span className={classes.scanner} data-state={state} role="status">
      <Icon size={18} stroke={1.8} aria-hidden="true" />
      {state === 'ready' ? t('ready') : t(state, { count })}
    </span>
  )
}

function Sounds() {
  const t = useTranslations('packing')
  const [muted, setMutedOnes] = useState(() => new Set<ScanSound>(scanSounds.filter(isMuted)))
  const toggle = (sound: ScanSound) => {
    setMuted(sound, !muted.has(sound))
    setMutedOnes(new Set(scanSounds.filter(isMuted)))
  }
  return (
    <PopupMenu
      position="bottom-end"
      closeOnItemClick={false}
      target={
        <ActionIcon className={classes.sounds ?? ''} size={44} aria-label={t('sounds')} title={t('sounds')}>
          <IconVolume size={22} stroke={1.6} />
        </ActionIcon>
      }
    >
      {scanSounds.map((sound) => (
        <MenuItem
          key={sound}
          role="menuitemcheckbox"
          aria-checked={!muted.has(sound)}
          leftSection={<IconCheck size={16} stroke={1.8} style={{ opacity: muted.has(sound) ? 0 : 1 }} />}
          onClick={() => toggle(sound)}
        >
          {t(`sound_${sound}`)}
        </MenuItem>
      ))}
    </PopupMenu>
  )
}
