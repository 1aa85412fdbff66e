import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiFailure, fieldErrorsOf } from '../../api/failure.ts'
import { refreshCalls, useAction } from '../../api/query.ts'
import { askPassword } from '../../forms/ask-password.tsx'
import { notify } from '../../ui/notify.ts'
import { entryReads } from './ledger-calls.ts'
import { type Picks, payoutEntries, sumOf, wrongPicks } from './payout-picks.ts'
import type { Recipient } from './use-recipients.ts'
import { useSumText } from './use-sum-text.ts'

type Entries = ReturnType<typeof payoutEntries>
type Errors = ReadonlyMap<number, string>

/** A run of payouts on its way: whom, how much, and the one posting that it becomes. */
export function usePayout(payees: readonly Recipient[], onDone: (posting: number) => void) {
  const [picks, setPicks] = useState<Picks>(new Map())
  const [comment, setComment] = useState('')
  const [errors, setErrors] = useState<Errors>(new Map())
  // As they were when it was sent: without an answer it may have been done, and what is sent again must be the same.
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
    /** Sent, and nobody knows what became of it: it can only be sent again. */
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
  const { mutateAsync, isPending } = useAction('money.post', { refreshes: entryReads('money') })
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
    /** @returns what the server said of the amounts, by person; null where no answer came */
    pay: async (entries: Entries, comment: string): Promise<Errors | null> => {
      try {
        const body = { kind: 'payout', entries, ...(comment !== '' && { comment }) } as const
        const { money } = await mutateAsync({ body })
        notify({ text: t('payoutDone', words(entries)), tone: 'ok' })
        const posting = money[0]?.source?.id
        if (posting !== undefined) onDone(posting)
        return new Map()
      } catch (failure) {
        // Somebody's balance may be another by now.
        void refreshCalls('users.list')
        // Behind a proxy's own word for a server that did not answer it may have been done as well.
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
