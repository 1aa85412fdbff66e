import type { RulesPreview as Preview } from '@artel/contract/achievements/achievements'
import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { useMediaAddress } from '../../../api/send/media.ts'
import { DialogButtons, DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { Coins } from '../../../ui/figures/figures.tsx'
import { PersonName } from '../../../ui/marks/avatar.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import classes from './rules-preview.module.css'
import type { RulesDraft } from './use-rules-preview.tsx'

type RulesPreviewProps = {
  draft: RulesDraft
  close: () => void
  /** `isBackdated`: past events are judged again by the new rules. */
  onSave: (isBackdated: boolean) => void
}

/** Shown before new rules are saved: who gains, what it costs, and whether the rules apply to the past. */
export function RulesPreview({ draft, close, onSave }: RulesPreviewProps) {
  const t = useTranslations('company')
  const ui = useTranslations('ui')
  const [isBackdated, setIsBackdated] = useState(false)
  const { data, error, refetch } = useCall('achievements.preview', { body: draft })
  const gains = data?.preview.gains ?? []
  const coins = data?.preview.coins ?? 0
  const label = isBackdated
    ? coins > 0
      ? t('saveWith', { coins: ui('coins', { count: coins }) })
      : t('saveGive')
    : t('save')
  return (
    <>
      {data ? (
        <Said preview={data.preview} />
      ) : error ? (
        <ErrorState {...listErrorOf(error, t('previewFailed'))} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} cells={[{ kind: 'text' }]} />
      )}
      {gains.length > 0 && <SinceWhen isBackdated={isBackdated} onChange={setIsBackdated} />}
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={close}>
          {t('backToRules')}
        </Button>
        <Button data-autofocus disabled={!data && !error} onClick={() => onSave(isBackdated)}>
          {label}
        </Button>
      </DialogButtons>
    </>
  )
}

function Said({ preview: { gains, coins, recently } }: { preview: Preview }) {
  const t = useTranslations('company')
  const ui = useTranslations('ui')
  const worth = ({ count, coins }: Preview['recently']['before']) =>
    t('previewWorth', { count, coins: ui('coins', { count: coins }) })
  return (
    <>
      <DialogText>
        {t('previewRecently', { before: worth(recently.before), after: worth(recently.after) })}
      </DialogText>
      {gains.length === 0 ? (
        <DialogText>{t('previewNobody')}</DialogText>
      ) : (
        <>
          <DialogText>
            {t('previewGains', {
              count: gains.reduce((sum, gain) => sum + gain.count, 0),
              coins: ui('coins', { count: coins }),
            })}
          </DialogText>
          <Gains gains={gains} />
        </>
      )}
    </>
  )
}

function Gains({ gains }: Pick<Preview, 'gains'>) {
  const t = useTranslations('company')
  const names = useTranslations('achievementNames')
  const address = useMediaAddress()
  return (
    // A long list scrolls by itself, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached
    <ul className={classes.gains} aria-label={t('previewList')} tabIndex={0}>
      {gains.map(({ user, achievement, count, coins }) => (
        <li key={`${user.id} ${achievement}`}>
          <PersonName id={user.id} name={user.full_name} src={address(user.avatar)} />
          <span className={classes.what}>{t('previewGain', { achievement: names(achievement), count })}</span>
          <span className={classes.coins}>{coins > 0 && <Coins value={coins} sign />}</span>
        </li>
      ))}
    </ul>
  )
}

function SinceWhen({ isBackdated, onChange }: { isBackdated: boolean; onChange: (chosen: boolean) => void }) {
  const t = useTranslations('company')
  return (
    <Radio.Group
      className={classes.since ?? ''}
      label={t('since')}
      value={isBackdated ? 'ever' : 'now'}
      onChange={(chosen) => onChange(chosen === 'ever')}
    >
      <div className={classes.choices}>
        <Radio value="now" label={t('sinceNow')} description={t('sinceNowHint')} />
        <Radio value="ever" label={t('sinceEver')} description={t('sinceEverHint')} />
      </div>
    </Radio.Group>
  )
}
