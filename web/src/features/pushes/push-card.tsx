import type { Push } from '@artel/contract/pushes/pushes'
import { useTranslations } from 'use-intl'
import { DateText } from '../../ui/dates/date-text.tsx'
import { CardFoot, TextCard } from '../../ui/page/text-card.tsx'
import classes from './push-parts.module.css'
import { PushMenu, PushStatusText, useAudienceWords } from './push-parts.tsx'

/** A push in the list on a phone. */
export function PushCard({ push, onOpen }: { push: Push; onOpen: () => void }) {
  const t = useTranslations('pushes')
  const audienceWords = useAudienceWords()
  const { title, body, status, send_at, counts, audience } = push
  return (
    <TextCard title={title} text={body} onOpen={onOpen} menu={<PushMenu push={push} />}>
      <CardFoot>
        <PushStatusText status={status} />
        <DateText value={send_at} withTime tone="quiet" />
        <span className={classes.quiet}>{audienceWords(audience)}</span>
      </CardFoot>
      {status !== 'scheduled' && (
        <CardFoot>
          <span>
            {t('delivered')}: {t('ofPeople', { count: counts.delivered, all: counts.targets })}
          </span>
          <span>
            {t('opened')}: {t('ofPeople', { count: counts.opened, all: counts.targets })}
          </span>
        </CardFoot>
      )}
    </TextCard>
  )
}
