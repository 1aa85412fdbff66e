import type { Push, PushAudience } from '@artel/contract/pushes/pushes'
import type { PushStatus } from '@artel/contract/pushes/pushes.line'
import { isolated } from '@artel/contract/shapes/isolate'
import { MenuItem } from '@mantine/core'
import { IconCopy, IconPencil, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session/session.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Status, StatusGlyph } from '../../ui/marks/status-glyph.tsx'
import { MoreMenu } from '../../ui/popup/more-menu.tsx'
import classes from './push-parts.module.css'
import { usePushDialogs } from './use-push-dialogs.tsx'

const glyphs = { scheduled: 'pending', sending: 'processing', sent: 'done', failed: 'failed' } as const

export const PushStatusGlyph = ({ status }: { status: PushStatus }) => <StatusGlyph status={glyphs[status]} />

export function PushStatusText({ status }: { status: PushStatus }) {
  const t = useTranslations('pushes')
  return <Status status={glyphs[status]}>{t(`status_${status}`)}</Status>
}

/** An audience in a few words. */
export function useAudienceWords() {
  const t = useTranslations('pushes')
  const merits = useTranslations('merits')
  const { warehouses } = useSession()
  const nameOf = (id: number) => isolated(warehouses.find((one) => one.id === id)?.name ?? `№ ${id}`)
  return ({ all, types, user_ids, leagues, warehouse_ids, is_on_shift }: PushAudience): string => {
    if (all) return t('everyone')
    const parts = [
      types?.map((type) => t(`type_${type}`)).join(', '),
      leagues && t('whomLeagues', { names: leagues.map((league) => merits(`league_${league}`)).join(', ') }),
      warehouse_ids && t('whomWarehouses', { names: warehouse_ids.map(nameOf).join(', ') }),
      is_on_shift !== undefined && t(is_on_shift ? 'whomOnShift' : 'whomOffShift'),
      user_ids && t('whomPeople', { count: user_ids.length }),
    ]
    return parts.filter(Boolean).join('; ')
  }
}

/** A count out of all targeted people; nothing before the push is sent. */
export function PushCount({ push, of }: { push: Push; of: 'delivered' | 'opened' }) {
  const t = useTranslations('pushes')
  const format = useFormat()
  const { counts, status } = push
  if (status === 'scheduled') return null
  return (
    <span className={classes.count} title={t('ofPeople', { count: counts[of], all: counts.targets })}>
      {format.number(counts[of])}
      <span className={classes.all}> / {format.number(counts.targets)}</span>
    </span>
  )
}

const icon = { size: 16, stroke: 1.8 } as const

/** The actions on a push, in its row. */
export function PushMenu({ push }: { push: Push }) {
  const t = useTranslations('pushes')
  const { write, edit, callOff } = usePushDialogs()
  return (
    <MoreMenu label={t('moreOf', { title: push.title })}>
      {push.can.edit && (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => edit(push)}>
          {t('edit')}
        </MenuItem>
      )}
      <MenuItem leftSection={<IconCopy {...icon} />} onClick={() => write(push)}>
        {t('writeAgain')}
      </MenuItem>
      {push.can.edit && (
        <MenuItem leftSection={<IconX {...icon} />} color="red" onClick={() => void callOff(push)}>
          {t('callOff')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}
