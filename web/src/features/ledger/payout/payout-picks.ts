/** A person who can be paid, with the balance in kopecks. */
type Payee = { id: number; money: number }

/**
 * The picked people by id:
 * the whole balance at the time of sending, a typed amount, or null for an empty field.
 */
export type Picks = ReadonlyMap<number, number | null | 'whole'>

export function togglePick(picks: Picks, id: number): Picks {
  const next = new Map(picks)
  if (!next.delete(id)) next.set(id, 'whole')
  return next
}

/** Picks all people; if all are already picked, unpicks them. */
export function toggleAll(picks: Picks, people: readonly Payee[]): Picks {
  const next = new Map(picks)
  const isAll = people.every(({ id }) => picks.has(id))
  for (const { id } of people) {
    if (isAll) next.delete(id)
    else if (!next.has(id)) next.set(id, 'whole')
  }
  return next
}

/** The amount for a person; null while the field is empty. */
export function pickedAmount(picks: Picks, { id, money }: Payee): number | null {
  const amount = picks.get(id)
  return amount === 'whole' ? money : (amount ?? null)
}

/** The picked people who are still in the list, each with an amount. */
export const payoutEntries = (
  picks: Picks,
  people: readonly Payee[],
): { user_id: number; amount: number }[] =>
  people
    .filter(({ id }) => picks.has(id))
    .map((person) => ({ user_id: person.id, amount: pickedAmount(picks, person) ?? 0 }))

export const sumOf = (entries: readonly { amount: number }[]): number =>
  entries.reduce((sum, { amount }) => sum + amount, 0)

/** The errors in the amounts, by person. */
export function wrongPicks(picks: Picks, people: readonly Payee[]): Map<number, 'required' | 'tooMuch'> {
  const wrong = new Map<number, 'required' | 'tooMuch'>()
  for (const { user_id, amount } of payoutEntries(picks, people)) {
    const balance = people.find(({ id }) => id === user_id)?.money ?? 0
    if (amount <= 0) wrong.set(user_id, 'required')
    else if (amount > balance) wrong.set(user_id, 'tooMuch')
  }
  return wrong
}
