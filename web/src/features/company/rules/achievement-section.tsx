import type { Company, CompanySettings } from '@artel/contract/company/company'
import { type AchievementCode, achievementCodes, companyDefaults } from '@artel/contract/company/company.line'
import { recordOf } from '@artel/contract/shapes/records'
import { Switch, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useTypedNumber } from '../../../forms/fields/number-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFieldWords } from '../../../forms/form/form-words.ts'
import type { FieldBinding } from '../../../forms/form/use-form-state.ts'
import { readWhole, writeWhole } from '../../../forms/typed/number-text.ts'
import classes from '../settings-section.module.css'
import { SettingsSection } from '../settings-section.tsx'
import { useCompanyForm, useSettingsSend } from '../use-company-form.ts'
import { changedFields, useRulesPreview } from './use-rules-preview.tsx'

type Achievement = { on: boolean; coins: number }
type AchievementValues = Record<AchievementCode, Achievement>

const maxCoins = 1_000_000_000

/** The achievements that are on, and the coins of each. */
export function AchievementSection() {
  const t = useTranslations('company')
  const form = useAchievementForm()
  return (
    <SettingsSection title={t('achievements')} text={t('achievementsText')}>
      <FormShell form={form} layout="section">
        <ul className={classes.achievements}>
          {achievementCodes.map((code) => (
            <AchievementRow key={code} code={code} {...form.at(code)} />
          ))}
        </ul>
      </FormShell>
    </SettingsSection>
  )
}

function AchievementRow({
  code,
  name,
  value,
  onChange,
  error,
}: FieldBinding<Achievement> & { code: AchievementCode }) {
  const t = useTranslations('company')
  const merits = useTranslations('merits')
  const label = useTranslations('achievementNames')(code)
  useFieldWords<Achievement>(name, label, ({ on, coins }) => (on ? t('on', { coins }) : t('off')))
  const number = useTypedNumber(
    value.coins,
    (coins) => onChange({ ...value, coins: coins ?? 0 }),
    (text) => readWhole(text, maxCoins),
    writeWhole,
  )
  return (
    <li className={classes.achievement}>
      <Switch
        checked={value.on}
        onChange={({ currentTarget }) => onChange({ ...value, on: currentTarget.checked })}
        label={label}
        description={merits(`rule_${code}`)}
      />
      <TextInput
        aria-label={t('coinsFor', { name: label })}
        inputMode="numeric"
        autoComplete="off"
        disabled={!value.on}
        error={error}
        value={number.text}
        onChange={({ currentTarget }) => number.type(currentTarget.value)}
        onBlur={number.tidy}
        rightSection={<span className={classes.unit}>{t('coins')}</span>}
        rightSectionWidth={58}
        rightSectionPointerEvents="none"
      />
    </li>
  )
}

function useAchievementForm() {
  const t = useTranslations('company')
  const send = useSettingsSend('achievements')
  const preview = useRulesPreview(t('previewAchievements'))
  const form = useCompanyForm<AchievementValues>({
    section: 'achievements',
    valuesOf: readAchievements,
    // Each changed achievement is sent with all of its fields.
    send: (changed, version) => send({ achievements: changed as CompanySettings['achievements'] }, version),
    afterSave: preview.afterSave,
  })
  return { ...form, submit: () => preview.ask({ achievements: changedFields(form) }, form.submit) }
}

function readAchievements({ settings: { achievements } }: Company): AchievementValues {
  const { on, coins } = companyDefaults.achievement
  return recordOf(achievementCodes, (code) => {
    const set = achievements?.[code]
    return { on: set?.on ?? on, coins: set?.coins ?? coins }
  })
}
