/** Somebody who can be paid out, with what they have, in kopecks. */
type Payee = { id: number; money: number }

/** Who is paid out: the whole balance, whatever it becomes meanwhile, or what was typed. */
export type Picks = ReadonlyMap<number, number | null | 'whole'>

export function togglePick(picks: Picks, id: number): Picks {
  const next = new Map(picks)
  if (!next.delete(id)) next.set(id, 'whole')
  return next
}

/** All of them, unless all are picked already: then none. */
export function toggleAll(picks: Picks, people: readonly Payee[]): Picks {
  const next = new Map(picks)
  const isAll = people.every(({ id }) => picks.has(id))
  for (const { id } of people) {
    if (isAll) next.delete(id)
    else if (!next.has(id)) next.set(id, 'whole')
  }
  return next
}

/** What a person is to get; null while nothing is typed. */
export function pickedAmount(picks: Picks, { id, money }: Payee): number | null {
  const amount = picks.get(id)
  return amount === 'whole' ? money : (amount ?? null)
}

/** The people who are picked and still there, each with an amount. */
export const payoutEntries = (
  picks: Picks,
  people: readonly Payee[],
): { user_id: number; amount: number }[] =>
  people
    .filter(({ id }) => picks.has(id))
    .map((person) => ({ user_id: person.id, amount: pickedAmount(picks, person) ?? 0 }))

export const sumOf = (entries: readonly { amount: number }[]): number =>
  entries.reduce((sum, { amount }) => sum + amount, 0)

/** What is wrong with the amounts, by person. */
export function wrongPicks(picks: Picks, people: readonly Payee[]): Map<number, 'required' | 'tooMuch'> {
  const wrong = new Map<number, 'required' | 'tooMuch'>()
  for (const { user_id, amount } of payoutEntries(picks, people)) {
    const balance = people.find(({ id }) => id === user_id)?.money ?? 0
    if (amount <= 0) wrong.set(user_id, 'required')
    else if (amount > balance) wrong.set(user_id, 'tooMuch')
  }
  return wrong
}
