import { ruleOf } from '@artel/contract/achievements/achievements.line'
import { type AchievementCode, achievementCodes } from '@artel/contract/company/company.line'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { useCompany } from '../../api/session/session.ts'
import { SelectField } from '../../forms/choices/choice-fields.tsx'
import { TextAreaField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { notify } from '../../ui/notices/notify.ts'
import classes from './achievements.module.css'
import type { Achiever } from './use-achievement-dialogs.tsx'

type GiveValues = { achievement: AchievementCode | null; comment: string }

/** Gives an achievement by hand, with the coins of its rule. */
export function GiveForm({ person, close }: { person: Achiever; close: () => void }) {
  const t = useTranslations('achievements')
  const names = useTranslations('achievementNames')
  const { mutateAsync } = useAction('achievements.give')
  const name = person.full_name
  const form = useFormState<GiveValues>({
    call: 'achievements.give',
    draft: { item: person.id },
    initial: { achievement: null, comment: '' },
    send: async ({ achievement, comment }) => {
      if (achievement === null) return
      await mutateAsync({
        params: { user_id: person.id },
        body: { achievement, comment: comment.trim() === '' ? null : comment },
      })
      close()
      notify({ text: t('giveDone', { name, achievement: names(achievement) }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('give')}
      cancel={{ label: t('cancel'), onClick: close }}
    >
      <SelectField
        {...form.at('achievement')}
        label={t('which')}
        options={achievementCodes.map((value) => ({ value, label: names(value) }))}
      />
      <TextAreaField {...form.at('comment')} label={t('comment')} hint={t('commentHint', { name })} />
      <Brings achievement={form.values.achievement} />
    </FormShell>
  )
}

function Brings({ achievement }: { achievement: AchievementCode | null }) {
  const t = useTranslations('achievements')
  const merits = useTranslations('merits')
  const ui = useTranslations('ui')
  const { achievements = {} } = useCompany().settings
  const coins = achievement === null ? 0 : ruleOf({ achievements, leagues: {} }, achievement).coins
  return (
    <div role="status" className={classes.brings}>
      {achievement !== null && (
        <>
          <span>{merits(`rule_${achievement}`)}</span>
          <span>
            {coins > 0 ? t('brings', { worth: ui('coins', { count: coins }) }) : t('bringsNothing')}
          </span>
        </>
      )}
    </div>
  )
}
