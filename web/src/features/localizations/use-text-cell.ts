import type { Locale } from '@artel/contract/shapes/primitives'
import type { Localization } from '@artel/contract/texts/localizations'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { ApiFailure, fieldErrorsOf } from '../../api/send/failure.ts'
import { useMistakeText } from '../../forms/form/use-mistake-text.ts'
import { askStale } from '../../forms/save/stale-dialog.tsx'
import { findWarnings, type TextWarning, useTextReader } from './use-text-reader.ts'

/** The state of one text with inline editing. */
export function useTextCell(row: Localization, locale: Locale) {
  const t = useTranslations('localizations')
  const stored = row[locale] ?? ''
  const { text, setText, isChanged } = useTyped(stored)
  const [isActive, setIsActive] = useState(false)
  const [dismissed, setDismissed] = useState<readonly TextWarning[]>([])
  const [refusal, setRefusal] = useState<{ text: string; words: string } | null>(null)
  const own = useOwnMistake(row, locale, isChanged ? text : null)
  // While the conflict dialog is open, the field loses the focus, and that must not save.
  const isAsking = useRef(false)
  // Esc blurs the field before the restored text is rendered, and that blur must not save.
  const isPutBack = useRef(false)
  const action = useAction('localizations.update')

  const send = (version: number) =>
    action.mutate(
      { params: { id: row.id }, body: { [locale]: text === '' ? null : text, version } },
      {
        onSuccess: ({ localization }) => {
          setRefusal(null)
          setText(localization[locale] ?? '')
        },
        onError: (failure) => {
          if (failure instanceof ApiFailure && failure.code === 'stale') return void settle(failure)
          const [said] = fieldErrorsOf(failure)[locale] ?? Object.values(fieldErrorsOf(failure))[0] ?? []
          const words = said ?? (failure instanceof ApiFailure ? failure.message : t('saveFailed'))
          setRefusal({ text, words })
        },
      },
    )

  const settle = async (failure: ApiFailure) => {
    // A conflict error carries the current text, in the shape its page uses.
    const current = failure.current as Localization
    const field = {
      name: locale,
      label: t(locale),
      original: stored,
      theirs: current[locale] ?? '',
      mine: text,
    }
    isAsking.current = true
    const mine = await askStale({
      title: t('staleTitle'),
      fields: [field],
      ...(failure.changed && { changed: failure.changed }),
    })
    isAsking.current = false
    if (mine?.has(locale)) send(current.version)
    else if (mine) setText(current[locale] ?? '')
  }

  const save = () => {
    if (!isChanged || action.isPending || isAsking.current || own !== null) return
    send(row.version)
  }
  const reset = () => {
    setText(stored)
    setRefusal(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      save()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      reset()
      isPutBack.current = true
      event.currentTarget.blur()
      isPutBack.current = false
    }
  }
  const said = refusal?.text === text ? refusal.words : null
  const stands = isChanged ? null : (row.mistakes[locale] ?? null)
  return {
    text,
    isActive,
    isChanged,
    save,
    reset,
    onKeyDown,
    type: setText,
    mistake: own ?? said ?? stands,
    warnings:
      isChanged || isActive ? warningsOf(row, locale, text).filter((one) => !dismissed.includes(one)) : [],
    dismiss: (warning: TextWarning) => setDismissed([...dismissed, warning]),
    canSave: isChanged && own === null,
    isSaving: action.isPending,
    onFocus: () => setIsActive(true),
    onLeave: () => {
      setIsActive(false)
      if (!isPutBack.current) save()
    },
  }
}

const warningsOf = (row: Localization, locale: Locale, text: string): TextWarning[] =>
  findWarnings(locale, { en: row.en ?? '', ru: row.ru ?? '', [locale]: text })

/** The typed text. Without one it follows the stored text, also when others change it. */
function useTyped(stored: string) {
  const [typed, setTyped] = useState<string | null>(null)
  const [base, setBase] = useState(stored)
  if (base !== stored) {
    setBase(stored)
    // The typed text equals the stored one, before or after the change, so nothing is typed any more.
    if (typed === stored || typed === base) setTyped(null)
  }
  const text = typed ?? stored
  return { text, isChanged: text !== stored, setText: setTyped }
}

/** The error in the typed text, found without the server; null if there is none or it is not known yet. */
function useOwnMistake(row: Localization, locale: Locale, typed: string | null): string | null {
  const reader = useTextReader()
  const words = useMistakeText()
  if (!reader || typed === null) return null
  if (typed === '') return null
  const given = row.default ? row.default[locale] : locale === 'ru' ? row.en : null
  const mistake = reader.findTextMistake(locale, typed, given)
  return mistake ? words(mistake) : null
}
