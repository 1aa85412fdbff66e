import type { ImportDetail, ImportFixes, ImportLayout, ImportMapping } from '@artel/contract/imports/imports'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import type { InputOf } from '../../../api/send/calls.ts'
import { ApiFailure, type Failure } from '../../../api/send/failure.ts'
import type { ImportSubject } from '../import-subject.ts'
import { columnName } from './column-name.ts'
import { recallShape, rememberShape } from './known-shapes.ts'

/** The person's choices so far. Each request to the server sends all of them. */
export type Draft = {
  file: File
  layout: ImportLayout
  sample: (string | null)[][]
  /** The field of each column, in column order; null: not imported. */
  fields: (string | null)[]
  fixes: ImportFixes
  /** The import options by name. */
  choices: Readonly<Record<string, boolean>>
}

type Step = 'file' | 'columns' | 'check'

/** The steps of a file from the disk to a passed check. A written import continues on its own. */
export function useImportFlow(subject: ImportSubject, onWritten: (id: number) => void) {
  const t = useTranslations('imports')
  const [step, setStep] = useState<Step>('file')
  const [draft, setDraft] = useState<Draft | null>(null)
  const [triedId, setTriedId] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const fail = (failure: Failure) => setProblem(sentenceOf(failure) ?? t('sendFailed'))
  const look = useAction('imports.look', { onFailure: fail })
  const check = useAction(subject.send, {
    onSuccess: (answer) => setTriedId(answer.import.id),
    onFailure: fail,
  })
  const write = useAction(subject.send, {
    onSuccess: (answer) => onWritten(answer.import.id),
    onFailure: fail,
  })
  const tried = useImport(triedId).found ?? null

  const tryOut = (next: Draft) => {
    const titles = next.layout.columns.map(({ title }) => title)
    if (
      unclaimedOf(subject, next).length > 0 ||
      next.fields.some((field, at) => field !== next.layout.columns[at]?.field)
    )
      rememberShape(subject.kind, { titles, fields: next.fields })
    setDraft(next)
    setProblem(null)
    setStep('check')
    check.mutate({ body: { ...bodyOf(subject, next), dry_run: true } })
  }

  const open = (file: File, sheet?: number) => {
    setProblem(null)
    const body = { kind: subject.kind, file, ...(sheet !== undefined && { sheet }) }
    look.mutate(
      { body },
      {
        onSuccess: ({ layout, sample }) => {
          const known = recallShape(
            subject.kind,
            layout.columns.map(({ title }) => title),
          )
          const fields = known ?? layout.columns.map(({ field }) => field)
          const choices = draft?.choices ?? choicesOf(subject)
          const next = { file, layout, sample, fields, fixes: {}, choices }
          const isClear = known !== undefined || unclaimedOf(subject, next).length === 0
          if (isKnown(subject, fields) && isClear && sheet === undefined) return tryOut(next)
          setDraft(next)
          setStep('columns')
        },
      },
    )
  }

  return {
    step,
    draft,
    problem,
    tried,
    open,
    tryOut,
    isReading: look.isPending,
    isChecking: check.isPending || (tried !== null && isUnderWay(tried)),
    isWriting: write.isPending,
    toColumns: () => setStep('columns'),
    change: (patch: Partial<Draft>) => setDraft((present) => present && { ...present, ...patch }),
    write: () => draft && write.mutate({ body: bodyOf(subject, draft) }),
    reset: () => {
      setStep('file')
      setDraft(null)
      setTriedId(null)
      setProblem(null)
    },
  }
}

export type ImportFlow = ReturnType<typeof useImportFlow>

const paceMs = 700

export const isUnderWay = ({ state }: Pick<ImportDetail, 'state'>): boolean =>
  state === 'waiting' || state === 'running' || state === 'undoing'

/** An import, refetched until it has ended. */
export function useImport(id: number | null) {
  const [pace, setPace] = useState<number | false>(false)
  const options = { enabled: id !== null, refetchInterval: pace, keepsAnswer: true }
  const { data, error, refetch } = useCall('imports.get', { params: { id: id ?? 0 } }, options)
  const found = id === null ? undefined : data?.import
  const next = found && isUnderWay(found) ? paceMs : false
  if (next !== pace) setPace(next)
  return { found, error, refetch }
}

/** Whether the field that identifies a row has a column. */
export const isKnown = ({ fields: [key] }: ImportSubject, fields: readonly (string | null)[]): boolean =>
  key !== undefined && fields.includes(key.name)

/** Columns with content but without a field. Their content would otherwise be left out silently. */
export const unclaimedOf = (
  { leavesOut }: ImportSubject,
  { layout, sample, fields }: Pick<Draft, 'layout' | 'sample' | 'fields'>,
): number[] =>
  layout.columns.flatMap(({ title }, index) => {
    const holdsSomething = sample.some((cells) => (cells[index] ?? '') !== '')
    return fields[index] === null && holdsSomething && !leavesOut.includes(title) ? [index] : []
  })

const choicesOf = ({ choices }: ImportSubject) =>
  Object.fromEntries(choices.map(({ name, isOn }) => [name, isOn]))

type Body = InputOf<'products.import'>['body'] & InputOf<'supplies.import'>['body']

function bodyOf({ into }: ImportSubject, { file, layout, fields, fixes, choices }: Draft): Body {
  const mapping: ImportMapping = {}
  for (const [index, { field }] of layout.columns.entries()) {
    const chosen = fields[index] ?? null
    if (chosen !== field) mapping[columnName(layout.columns, index)] = chosen
  }
  // As JSON texts, because column names may contain brackets.
  return {
    file,
    sheet: layout.sheet,
    ...choices,
    ...into,
    mapping: JSON.stringify(mapping),
    fixes: JSON.stringify(fixes),
    // The subject adds the fields that only its own call takes, so the cast holds.
  } as Body
}

function sentenceOf(failure: Failure): string | undefined {
  if (!(failure instanceof ApiFailure)) return undefined
  return Object.values(failure.errors ?? {})[0]?.[0] ?? failure.message
}
