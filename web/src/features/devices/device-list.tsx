import type { PushDevice } from '@artel/contract/notifications/devices'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../api/cache/query.ts'
import { listErrorOf } from '../../api/send/failure.ts'
import { useUser } from '../../api/session/session.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Tag } from '../../ui/marks/tag.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { SettingRow, SettingRows } from '../../ui/page/setting-rows.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { knowDevice, switchOff } from './browser-pushes.ts'
import classes from './devices.module.css'

type DeviceListProps = { currentId: number | null; onRemoved: () => void }

/** All browsers in which this person has switched pushes on. */
export function DeviceList({ currentId, onRemoved }: DeviceListProps) {
  const t = useTranslations('devices')
  const { data, error, refetch } = useCall('devices.list', {})
  const test = useAction('devices.test', {
    onSuccess: ({ devices }) => notify({ text: t('tested', { count: devices }), tone: 'ok' }),
    onFailure: () => notify({ text: t('testFailed'), tone: 'bad' }),
  })
  if (!data && error)
    return <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={1} height={56} cells={[{ kind: 'text' }]} />
  if (data.devices.length === 0) return null
  return (
    <section aria-label={t('all')}>
      <h3 className={classes.heading}>{t('all')}</h3>
      <SettingRows>
        {data.devices.map((device) => (
          <Device key={device.id} device={device} isCurrent={device.id === currentId} onRemoved={onRemoved} />
        ))}
      </SettingRows>
      <Button
        className={classes.test ?? ''}
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate({ body: {} })}
      >
        {t('test')}
      </Button>
    </section>
  )
}

type DeviceProps = { device: PushDevice; isCurrent: boolean; onRemoved: () => void }

function Device({ device, isCurrent, onRemoved }: DeviceProps) {
  const t = useTranslations('devices')
  const format = useFormat()
  const me = useUser()
  const remove = useAction('devices.remove', {
    onSuccess: () => onRemoved(),
    onFailure: () => notify({ text: t('notRemoved'), tone: 'bad' }),
  })
  const { id, name, delivered_at, failure } = device
  const press = async () => {
    // Otherwise the next visit would subscribe the browser again.
    if (isCurrent) await switchOff(me.id).catch(() => undefined)
    if (isCurrent) knowDevice(null)
    remove.mutate({ params: { id } })
  }
  return (
    <SettingRow
      name={name}
      aside={isCurrent && <Tag tone="ok">{t('thisDevice')}</Tag>}
      text={
        delivered_at ? t('delivered', { when: format.date(delivered_at, { withTime: true }) }) : t('never')
      }
      more={failure && <span className={classes.failure}>{t(`failure_${failure}`)}</span>}
    >
      <Button
        variant="default"
        aria-label={t('removeOf', { device: name })}
        loading={remove.isPending}
        onClick={() => void press()}
      >
        {t('remove')}
      </Button>
    </SettingRow>
  )
}
