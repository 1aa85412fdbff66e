import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { refreshEntities } from '../../../api/cache/refresh.ts'
import { ApiFailure, fieldErrorsOf } from '../../../api/send/failure.ts'
import { askPassword } from '../../../forms/save/ask-password.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import type { Recipient } from '../post/use-recipients.ts'
import { useSumText } from '../use-sum-text.ts'
import { type Picks, payoutEntries, sumOf, wrongPicks } from './payout-picks.ts'

type Entries = ReturnType<typeof payoutEntries>
type Errors = ReadonlyMap<number, string>

/** The state of a payouts run: people, amounts, and the one posting that it creates. */
export function usePayout(payees: readonly Recipient[], onDone: (posting: number) => void) {
  const [picks, setPicks] = useState<Picks>(new Map())
  const [comment, setComment] = useState('')
  const [errors, setErrors] = useState<Errors>(new Map())
  // The people as sent. Without a response the payout may have happened,
  // so a retry must send the same values.
  const [sentOf, setSentOf] = useState<readonly Recipient[] | null>(null)
  const check = useCheck()
  const { confirm, pay, isSending } = usePay(onDone)
  const people = sentOf ?? payees
  const entries = payoutEntries(picks, people)
  const submit = async () => {
    const wrong = check(picks, people)
    setErrors(wrong)
    if (wrong.size > 0 || isSending || !(await confirm(entries))) return
    setSentOf(people)
    const answer = await pay(entries, comment.trim())
    if (answer === null) return
    setSentOf(null)
    setErrors(answer)
  }
  const pick = (next: Picks) => {
    setPicks(next)
    setErrors(new Map())
  }
  return {
    people,
    picks,
    entries,
    total: sumOf(entries),
    comment,
    setComment,
    isSending,
    /** Sent without a response, so the result is unknown. The only way on is to send the same again. */
    isUnanswered: sentOf !== null,
    submit,
    pick,
    setAmount: (id: number, amount: number | null) => pick(new Map(picks).set(id, amount)),
    errorOf: (id: number) => errors.get(id),
  }
}

function useCheck() {
  const t = useTranslations('ledger')
  const fields = useTranslations('fields')
  return (picks: Picks, payees: readonly Recipient[]): Errors => {
    const wrong = [...wrongPicks(picks, payees)]
    return new Map(wrong.map(([id, what]) => [id, what === 'required' ? fields(what) : t('payoutTooMuch')]))
  }
}

function usePay(onDone: (posting: number) => void) {
  const t = useTranslations('ledger')
  const sumText = useSumText('money')
  const { mutateAsync, isPending } = useAction('money.post')
  const words = (entries: Entries) => ({ count: entries.length, sum: sumText(sumOf(entries)) })
  return {
    isSending: isPending,
    confirm: (entries: Entries) =>
      askPassword({
        title: t('payoutQuestion', words(entries)),
        text: t('payoutText'),
        confirmLabel: t('payoutConfirm', words(entries)),
        cancelLabel: t('cancel'),
      }),
    /** @returns the server's errors by person; null if no response came */
    pay: async (entries: Entries, comment: string): Promise<Errors | null> => {
      try {
        const body = { kind: 'payout', entries, ...(comment !== '' && { comment }) } as const
        const { money } = await mutateAsync({ body })
        notify({ text: t('payoutDone', words(entries)), tone: 'ok' })
        const posting = money[0]?.source?.id
        if (posting !== undefined) onDone(posting)
        return new Map()
      } catch (failure) {
        // A balance may have changed meanwhile.
        void refreshEntities('user')
        // A 5xx may come from a proxy after the server has done the work, so it counts as no response.
        if (!(failure instanceof ApiFailure) || failure.statusCode >= 500) {
          notify({ text: t('payoutNotSent'), tone: 'bad' })
          return null
        }
        const placed = errorsByPerson(failure, entries)
        if (placed.size === 0) notify({ text: failure.message || t('payoutRefused'), tone: 'bad' })
        return placed
      }
    },
  }
}

function errorsByPerson(failure: ApiFailure, entries: Entries): Errors {
  const placed = new Map<number, string>()
  for (const [path, [text]] of Object.entries(fieldErrorsOf(failure))) {
    const [, index] = /^entries\.(\d+)\./.exec(path) ?? []
    const entry = entries[Number(index)]
    if (entry && text !== undefined) placed.set(entry.user_id, text)
  }
  return placed
}
