import type { Push } from '@artel/contract/pushes/pushes'
import { Button, Drawer } from '@mantine/core'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { ApiFailure, listErrorOf } from '../../api/send/failure.ts'
import { DateText } from '../../ui/dates/date-text.tsx'
import { isOnlyDialog } from '../../ui/dialog/only-dialog.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Ruler } from '../../ui/figures/ruler.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import { useLastShown } from '../../ui/states/last-shown.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { PersonLink } from '../users/users.tsx'
import classes from './push-parts.module.css'
import { PushStatusText, useAudienceWords } from './push-parts.tsx'
import { PushPreview } from './push-preview.tsx'
import { usePushDialogs } from './use-push-dialogs.tsx'

type PushPanelProps = { pushId: number | null; onClose: () => void }

/** A push in full, beside the list. */
export function PushPanel({ pushId, onClose }: PushPanelProps) {
  const t = useTranslations('pushes')
  const shown = useLastShown(pushId)
  const { data, error, refetch } = useCall(
    'pushes.get',
    { params: { id: shown ?? 0 } },
    { enabled: pushId !== null },
  )
  const isGone = error instanceof ApiFailure && error.statusCode === 404
  return (
    <Drawer
      opened={pushId !== null}
      onClose={() => isOnlyDialog() && onClose()}
      position="right"
      size={460}
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {isGone ? (
        <Gone onClose={onClose} />
      ) : data ? (
        <Whole push={data.push} />
      ) : error ? (
        <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} height={40} cells={[{ kind: 'text' }]} />
      )}
    </Drawer>
  )
}

/** Says that a push no longer exists, and closes the panel after 4 s. */
function Gone({ onClose }: { onClose: () => void }) {
  const t = useTranslations('pushes')
  const [close] = useState(() => onClose)
  useEffect(() => {
    const timer = setTimeout(close, 4000)
    return () => clearTimeout(timer)
  }, [close])
  return <p className={classes.quiet}>{t('gone')}</p>
}

function Whole({ push }: { push: Push }) {
  const t = useTranslations('pushes')
  const audienceWords = useAudienceWords()
  const { write, edit, callOff } = usePushDialogs()
  const { title, body, url, status, send_at, sent_at, audience, created_by, can } = push
  const icon = { size: 16, stroke: 1.8 } as const
  return (
    <div className={classes.whole}>
      <PushPreview title={title} body={body} />
      {status !== 'scheduled' && <Reach push={push} />}
      <Facts>
        <Fact name={t('status')}>
          <PushStatusText status={status} />
        </Fact>
        <Fact name={t('when')}>
          <DateText value={send_at} withTime />
        </Fact>
        {sent_at && (
          <Fact name={t('factSent')}>
            <DateText value={sent_at} withTime />
          </Fact>
        )}
        <Fact name={t('whom')}>{audienceWords(audience)}</Fact>
        <Fact name={t('url')}>{url ?? t('url_none')}</Fact>
        <Fact name={t('by')}>
          <PersonLink person={created_by} />
        </Fact>
      </Facts>
      <div className={classes.buttons}>
        {can.edit && (
          <Button variant="default" leftSection={<IconPencil {...icon} />} onClick={() => edit(push)}>
            {t('edit')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => write(push)}>
          {t('writeAgain')}
        </Button>
        {can.edit && (
          <Button variant="subtle" color="gray" onClick={() => void callOff(push)}>
            {t('callOff')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The delivery of a push, in people. */
function Reach({ push: { counts, status } }: { push: Push }) {
  const t = useTranslations('pushes')
  const { targets, delivered, failed, opened } = counts
  const isGoing = status === 'sending'
  return (
    <ul className={classes.reach} aria-live="polite">
      <Line name={t('factPeople')} count={targets} of={targets} tone="accent" />
      <Line name={t('factDelivered')} hint={t('deliveredHint')} count={delivered} of={targets} tone="ok" />
      {failed > 0 && <Line name={t('factFailed')} count={failed} of={targets} tone="bad" />}
      {!isGoing && (
        <Line name={t('factNoDevice')} count={targets - delivered - failed} of={targets} tone="mute" />
      )}
      <Line name={t('factOpened')} hint={t('openedHint')} count={opened} of={targets} tone="info" />
    </ul>
  )
}

type LineProps = {
  name: string
  hint?: string
  count: number
  of: number
  tone: 'accent' | 'ok' | 'bad' | 'mute' | 'info'
}

function Line({ name, hint, count, of, tone }: LineProps) {
  const format = useFormat()
  return (
    <li className={classes.line}>
      <span>{name}</span>
      <b>{format.number(count)}</b>
      <Ruler value={of === 0 ? 0 : count / of} tone={tone} />
      {hint && <p className={classes.hint}>{hint}</p>}
    </li>
  )
}
