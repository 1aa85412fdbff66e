import type { SignedInDevice } from '@artel/contract/account/account'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../api/cache/query.ts'
import { listErrorOf } from '../../api/send/failure.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Tag } from '../../ui/marks/tag.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { SettingRow, SettingRows } from '../../ui/page/setting-rows.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import classes from './profile.module.css'

/** The devices where this person is signed in. */
export function Sessions() {
  const t = useTranslations('profile')
  const { data, error, refetch } = useCall('account.sessions', {})
  const onFailure = () => notify({ text: t('sessionNotEnded'), tone: 'bad' })
  const endOthers = useAction('account.endOtherSessions', {
    onSuccess: () => notify({ text: t('othersEnded'), tone: 'ok' }),
    onFailure,
  })
  if (!data && error) {
    return <ErrorState {...listErrorOf(error, t('sessionsFailed'))} onRetry={() => void refetch()} />
  }
  if (!data) return <SkeletonRows rows={2} height={56} cells={[{ kind: 'text' }]} />
  const askOthers = async () => {
    const isSure = await confirm({
      title: t('endOthersTitle'),
      text: t('endOthersText', { count: data.sessions.length - 1 }),
      confirmLabel: t('endOthers'),
      cancelLabel: t('keep'),
      tone: 'destructive',
    })
    if (isSure) endOthers.mutate({})
  }
  return (
    <>
      <SettingRows>
        {data.sessions.map((session) => (
          <Session key={session.id} session={session} onFailure={onFailure} />
        ))}
      </SettingRows>
      {data.sessions.length > 1 && (
        <Button
          className={classes.own ?? ''}
          variant="default"
          loading={endOthers.isPending}
          onClick={() => void askOthers()}
        >
          {t('endOthers')}
        </Button>
      )}
    </>
  )
}

function Session({ session, onFailure }: { session: SignedInDevice; onFailure: () => void }) {
  const t = useTranslations('profile')
  const format = useFormat()
  const end = useAction('account.endSession', { onFailure })
  const { id, device, address, last_seen_at, is_current } = session
  return (
    <SettingRow
      name={device}
      text={t('session', { address, when: format.date(last_seen_at, { withTime: true }) })}
    >
      {is_current ? (
        <Tag tone="ok">{t('thisDevice')}</Tag>
      ) : (
        <Button
          variant="default"
          aria-label={t('endSessionOf', { device })}
          loading={end.isPending}
          onClick={() => end.mutate({ params: { id } })}
        >
          {t('endSession')}
        </Button>
      )}
    </SettingRow>
  )
}
