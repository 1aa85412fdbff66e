import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { useUser } from '../../api/session/session.ts'
import { Ruler } from '../../ui/figures/ruler.tsx'
import { Hint } from '../../ui/popup/hint.tsx'
import { ExampleLine } from './example-line.tsx'
import classes from './first-steps.module.css'
import { StepList } from './step-list.tsx'
import { useFirstStepsSetting } from './use-first-steps-setting.ts'

/**
 * Leads the owner and the admins of a new company. It ends by itself when everything is done.
 * `waiting`: shown until the steps are known.
 */
export function FirstSteps({ waiting }: { waiting: ReactNode }) {
  const t = useTranslations('firstSteps')
  const { settings } = useUser()
  const setting = useFirstStepsSetting()
  const titleId = useId()
  const { data } = useCall('firstSteps.get', {})
  if (!data) return waiting
  const done = data.steps.filter(({ is_done }) => is_done).length
  const all = data.steps.length
  if (done === all && !data.example.can.remove) return null
  const isFolded = settings.first_steps === 'folded'
  const foldLabel = t(isFolded ? 'unfold' : 'fold')
  return (
    <section className={classes.steps} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {t('title')}
        </h2>
        <span className={classes.progress}>{t('progress', { done, all })}</span>
        <span className={classes.ruler}>
          <Ruler value={done / all} />
        </span>
        <Hint label={foldLabel}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={foldLabel}
            aria-expanded={!isFolded}
            onClick={() => setting.save(isFolded ? 'open' : 'folded')}
          >
            {isFolded ? <IconChevronDown size={18} stroke={1.6} /> : <IconChevronUp size={18} stroke={1.6} />}
          </ActionIcon>
        </Hint>
        <Hint label={t('hide')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('hide')} onClick={setting.hide}>
            <IconX size={18} stroke={1.6} />
          </ActionIcon>
        </Hint>
      </div>
      {!isFolded && <StepList steps={data.steps} />}
      {!isFolded && <ExampleLine {...data.example} />}
    </section>
  )
}
