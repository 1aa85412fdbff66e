import type { MoySkladConnection } from '@artel/contract/moysklad/moysklad'
import { SegmentedControl } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { refreshPaceMs } from '../../api/cache/refresh-pace.ts'
import { useChangeAddress } from '../../api/list/address.ts'
import { useAddressWord } from '../../api/list/address-word.ts'
import { listErrorOf } from '../../api/send/failure.ts'
import { useUser } from '../../api/session/session.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states/states.tsx'
import { AdminStatus } from './connect/admin-status.tsx'
import { Choosing } from './connect/choosing.tsx'
import { Intro } from './connect/intro.tsx'
import { Reading } from './connect/reading.tsx'
import { isWhole } from './connect/trouble.tsx'
import { partSearch } from './items/item-address.ts'
import { ItemList } from './items/item-list.tsx'
import { HealthPart } from './log/health-part.tsx'
import { LogList } from './log/log-list.tsx'
import classes from './moysklad.module.css'
import { PreviewPart } from './preview/preview-part.tsx'
import { SettingsPart } from './settings/settings-part.tsx'

/** The connection with MoySklad, from the first token to automatic sync. Admins see only its status. */
export function MoySkladPage() {
  const t = useTranslations('moySklad')
  usePageTitle(t('title'))
  const isOwner = useUser().type === 'owner'
  const { data, error, refetch } = useCall('moySklad.get', {}, { refetchInterval: refreshPaceMs })
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} height={56} cells={[{ kind: 'text' }, { kind: 'figure' }]} />
  const connection = data.moi_sklad
  if (!connection.connected) return isOwner ? <Intro /> : <NotConnected />
  if (!isWhole(connection)) return <AdminStatus status={connection} />
  if (connection.state === 'choosing') return <Choosing connection={connection} />
  if (connection.state === 'reading') return <Reading connection={connection} />
  return <Parts connection={connection} />
}

/** Tells admins that there is no connection yet. */
function NotConnected() {
  const t = useTranslations('moySklad')
  return <EmptyState title={t('userNone')} text={t('adminNoneText')} />
}

const parts = ['overview', 'items', 'log', 'settings'] as const
type Part = (typeof parts)[number]

function Parts({ connection }: { connection: MoySkladConnection }) {
  const [part] = useAddressWord<Part>('part', parts, 'overview')
  const isChecking = connection.state === 'checking'
  return (
    <>
      <PartSwitch connection={connection} part={part} />
      {part === 'overview' &&
        (isChecking ? <PreviewPart connection={connection} /> : <HealthPart connection={connection} />)}
      {part === 'items' && <ItemList connection={connection} />}
      {part === 'log' && <LogList />}
      {part === 'settings' && <SettingsPart connection={connection} />}
    </>
  )
}

function PartSwitch({ connection, part }: { connection: MoySkladConnection; part: Part }) {
  const t = useTranslations('moySklad')
  const format = useFormat()
  const changeAddress = useChangeAddress()
  const isChecking = connection.state === 'checking'
  const open = connection.health.reduce((sum, { waiting, failed }) => sum + waiting + failed, 0)
  const nameOf = (one: Part) => {
    if (one === 'overview') return t(isChecking ? 'part_preview' : 'part_overview')
    return one === 'items' && open > 0 ? `${t('part_items')} ${format.number(open)}` : t(`part_${one}`)
  }
  return (
    <div className={classes.switch}>
      <SegmentedControl<Part>
        aria-label={t('parts')}
        // The log is hidden until the first write, because it is empty.
        data={parts
          .filter((one) => !(isChecking && one === 'log'))
          .map((value) => ({ value, label: nameOf(value) }))}
        value={part}
        onChange={(next) =>
          // Drops the other parameters, because each part has its own filters.
          changeAddress(() => partSearch(next, next === 'items' && open > 0), { replaces: true })
        }
      />
    </div>
  )
}
