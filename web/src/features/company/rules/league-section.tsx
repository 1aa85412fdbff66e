import {
  companyDefaults,
  type EarnedLeague,
  earnedLeagues,
  misplacedLeagues,
} from '@artel/contract/company/company.line'
import { recordOf } from '@artel/contract/shapes/records'
import { useTranslations } from 'use-intl'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import classes from '../settings-section.module.css'
import { SettingsSection } from '../settings-section.tsx'
import { useCompanyForm, useSettingsSend } from '../use-company-form.ts'
import { changedFields, useRulesPreview } from './use-rules-preview.tsx'

type LeagueValues = Record<EarnedLeague, number | null>

const maxPoints = 1_000_000_000

/** The points from which each league begins. */
export function LeagueSection() {
  const t = useTranslations('company')
  const merits = useTranslations('merits')
  const form = useLeagueForm()
  const wrong = useFaults()(form.values)
  return (
    <SettingsSection title={t('leagues')} text={t('leaguesText')}>
      <FormShell form={form} layout="section">
        <div className={classes.pair}>
          {earnedLeagues.map((league) => {
            const binding = form.at(league)
            return (
              <NumberField
                key={league}
                {...binding}
                error={binding.error ?? wrong[league]?.[0]}
                label={merits(`league_${league}`)}
                max={maxPoints}
              />
            )
          })}
        </div>
        <p className={classes.fact}>{t('bronzeFrom')}</p>
      </FormShell>
    </SettingsSection>
  )
}

function useLeagueForm() {
  const t = useTranslations('company')
  const send = useSettingsSend('leagues')
  const check = useFaults()
  const preview = useRulesPreview(t('previewLeagues'))
  const form = useCompanyForm<LeagueValues>({
    section: 'leagues',
    valuesOf: ({ settings: { leagues } }) => {
      const { silver, gold, platinum, diamond } = companyDefaults.leagues
      return {
        silver: leagues?.silver ?? silver,
        gold: leagues?.gold ?? gold,
        platinum: leagues?.platinum ?? platinum,
        diamond: leagues?.diamond ?? diamond,
      }
    },
    send: (changed, version) => {
      return send({ leagues: filled(changed) }, version)
    },
    check,
    afterSave: preview.afterSave,
  })
  const submit = () => {
    // Wrong values show their errors and open no preview.
    if (Object.keys(check(form.values)).length > 0) return form.submit()
    preview.ask({ leagues: filled(changedFields(form)) }, form.submit)
  }
  return { ...form, submit }
}

/** The leagues that have points. */
function filled(values: Partial<LeagueValues>): Partial<Record<EarnedLeague, number>> {
  const points: Partial<Record<EarnedLeague, number>> = {}
  for (const league of earnedLeagues) {
    const value = values[league]
    if (typeof value === 'number') points[league] = value
  }
  return points
}

/** Each league needs more points than the one below, and a value. The server has the same rules. */
function useFaults() {
  const fieldText = useTranslations('fields')
  return (values: LeagueValues): Partial<Record<EarnedLeague, string[]>> & Record<string, string[]> => {
    const empty = earnedLeagues.filter((league) => values[league] === null)
    if (empty.length > 0) return Object.fromEntries(empty.map((league) => [league, [fieldText('required')]]))
    const points = recordOf(earnedLeagues, (league) => values[league] ?? 0) // none is null
    return Object.fromEntries(
      misplacedLeagues(points).map(({ league, below }) => [league, [fieldText('league_order', { below })]]),
    )
  }
}
