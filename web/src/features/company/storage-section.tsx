import type { MediaUsage } from '@artel/contract/multimedia/multimedia'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../api/cache/query.ts'
import { ApiFailure, listErrorOf } from '../../api/send/failure.ts'
import { useMediaAddress } from '../../api/send/media.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Ruler } from '../../ui/figures/ruler.tsx'
import { PersonName } from '../../ui/marks/avatar.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import classes from './settings-section.module.css'
import { SettingsSection } from './settings-section.tsx'

const gibibyte = 1024 ** 3
const mebibyte = 1024 ** 2
const nearlyFull = 0.9

/** Used space of photos and videos, and the quota. */
export function StorageSection() {
  const t = useTranslations('company')
  const size = useSize()
  const { data, error, refetch } = useCall('multimedia.usage', {})
  return (
    <SettingsSection title={t('storage')} text={t('storageText')}>
      {error && !data && (
        <ErrorState {...listErrorOf(error, t('storageFailed'))} onRetry={() => void refetch()} />
      )}
      {!error && !data && <SkeletonRows rows={1} height={40} cells={[{ kind: 'text' }]} />}
      {data && (
        <div className={classes.storage}>
          <p className={classes.fact}>
            {t('storageUsed', { used: size(data.media.used), quota: size(data.media.quota) })}
          </p>
          <Ruler {...rulerOf(data.media.used / data.media.quota)} height={12} label={t('storage')} />
          {data.media.used >= data.media.quota * nearlyFull && (
            <p className={classes.fact}>{t('storageFull')}</p>
          )}
          <p className={classes.fact}>{t('storageShare', { share: size(data.media.share) })}</p>
          <StoragePeople people={data.media.people} size={size} />
          <FreeStorage />
        </div>
      )}
    </SettingsSection>
  )
}

function FreeStorage() {
  const t = useTranslations('company')
  const { mutate, isPending } = useAction('multimedia.free', {
    onSuccess: ({ deleted }) => notify({ text: t('storageFreed', { count: deleted }), tone: 'ok' }),
    onFailure: (failure) =>
      notify({ text: failure instanceof ApiFailure ? failure.message : t('storageFreeFailed'), tone: 'bad' }),
  })
  return (
    <div>
      <Button variant="default" loading={isPending} onClick={() => mutate({})}>
        {t('storageFree')}
      </Button>
      <p className={classes.fact}>{t('storageFreeText')}</p>
    </div>
  )
}

type StoragePeopleProps = Pick<MediaUsage, 'people'> & { size: (bytes: number) => string }

/** Used space by person, largest first. */
function StoragePeople({ people, size }: StoragePeopleProps) {
  const t = useTranslations('company')
  const address = useMediaAddress()
  return (
    <ul className={classes.people} aria-label={t('storagePeople')}>
      {people.map(({ user, used }) => (
        <li key={user.id} className={classes.storagePerson}>
          <PersonName id={user.id} name={user.full_name} src={address(user.avatar, 'small')} />
          <span className={classes.unit}>{size(used)}</span>
        </li>
      ))}
    </ul>
  )
}

const rulerOf = (value: number) =>
  ({ value, tone: value >= 1 ? 'bad' : value >= nearlyFull ? 'warn' : 'accent' }) as const

function useSize(): (bytes: number) => string {
  const t = useTranslations('company')
  const format = useFormat()
  return (bytes) => {
    const isLarge = bytes >= gibibyte
    const value = bytes / (isLarge ? gibibyte : mebibyte)
    const number = format.number(value, { decimals: Number.isInteger(value) || value >= 100 ? 0 : 1 })
    return isLarge ? t('gigabytes', { number }) : t('megabytes', { number })
  }
}
