import type { Locale } from '@artel/contract/shapes/primitives'
import type { Localization } from '@artel/contract/texts/localizations'
import { Button, UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import classes from './text-cell.module.css'
import { TextPreview } from './text-preview.tsx'
import { useTextCell } from './use-text-cell.ts'

type TextCellProps = { row: Localization; locale: Locale }

/** One text with inline editing. Leaving the field saves a draft. */
export function TextCell({ row, locale }: TextCellProps) {
  const t = useTranslations('localizations')
  const id = useId()
  const cell = useTextCell(row, locale)
  const { text, mistake, warnings, isActive, isChanged } = cell
  const given = row.default?.[locale]
  const isOwn = given !== undefined && given !== row[locale]
  const isMissing = row[locale] === null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out by rules of its own
    <div
      role="group"
      aria-label={`${row.key}, ${t(locale)}`}
      className={clsx(classes.cell, isMissing && classes.missing)}
      onFocus={cell.onFocus}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) cell.onLeave()
      }}
    >
      <span className={classes.label} aria-hidden="true">
        {t(locale)}
      </span>
      <textarea
        className={classes.field}
        lang={locale}
        rows={Math.max(1, Math.ceil(text.length / 44))}
        value={text}
        placeholder={t('noText')}
        aria-label={`${row.key}, ${t(locale)}`}
        aria-invalid={mistake !== null}
        aria-describedby={`${id}-about`}
        readOnly={!row.can.edit}
        maxLength={2000}
        spellCheck={isActive}
        onChange={(event) => cell.type(event.currentTarget.value)}
        onKeyDown={cell.onKeyDown}
      />
      <div id={`${id}-about`} className={classes.about}>
        {mistake !== null && (
          <p className={classes.mistake} role="alert">
            {mistake}
          </p>
        )}
        {warnings.map((warning) => (
          <p key={warning} className={classes.warning}>
            {t(warning)}{' '}
            <UnstyledButton className={classes.dismiss} onClick={() => cell.dismiss(warning)}>
              {t('dismiss')}
            </UnstyledButton>
          </p>
        ))}
        {isActive && <TextPreview locale={locale} text={text} />}
        {isOwn && (isActive || mistake !== null) && (
          <p className={classes.default}>{t('default', { text: given })}</p>
        )}
        {isActive && isChanged && (
          <div className={classes.steps}>
            <Button size="xs" disabled={!cell.canSave} loading={cell.isSaving} onClick={cell.save}>
              {t('save')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={cell.reset}>
              {t('leave')}
            </Button>
            <span className={classes.keys}>{t('keys')}</span>
          </div>
        )}
        {!isActive && cell.isSaving && <p className={classes.default}>{t('saving')}</p>}
      </div>
    </div>
  )
}
