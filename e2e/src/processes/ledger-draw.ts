import { type Ledger, type ManualKind, manualKinds, takingKinds } from '@artel/contract/ledger/ledger.line'
import { randomFrom } from '../random.ts'

/** The repetition of an operation, after it or at the same time. */
const repeats = [
  'same', // once more with its key: the same answer, no second effect
  'changed', // another body with the same key: refused
  'again', // the same body with another key: a second effect
  'twice', // two concurrent calls with one key
] as const

type Common = {
  /** Unique in the run: it is the comment or a part of the title. */
  mark: string
  by: 'owner' | 'admin'
  repeat: (typeof repeats)[number] | null
  /** Whether the client repeats the operation with its key while the outcome is unknown. */
  insists: boolean
  /** The client closes the connection after this many ms. */
  patienceMs: number | null
}

type Making = { people: number[]; money: number; coins: number }

/** `people` are indexes of users, and `pick` chooses one of the things that the client created. */
export type Operation = Common &
  (
    | { does: 'post'; ledger: Ledger; kind: ManualKind; sign: 1 | -1; people: number[]; amounts: number[] }
    | ({ does: 'give' } & Making)
    | ({ does: 'create' } & Making)
    | { does: 'edit'; pick: number; money: number; coins: number }
    | { does: 'reverse'; pick: number }
    | { does: 'remove'; pick: number }
    | { does: 'step'; pick: number }
  )

/** Counts one operation for each person: a request for several people counts as several. */
export const countAsked = (operation: Operation): number =>
  'people' in operation ? operation.people.length : 1

/** The frequency of each operation, per cent. */
const shares = { post: 62, reverse: 10, give: 5, edit: 6, remove: 3, create: 4, step: 10 } as const

/**
 * The operation of a client with this number. The same seed gives the same operation, whatever the outcome of
 * earlier ones.
 */
export function drawOperation(seed: number, client: number, number: number, peopleCount: number): Operation {
  const random = randomFrom(seed ^ Math.imul(client + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b))
  const upTo = (limit: number) => Math.floor(random() * limit)
  const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length)] as T // the index is below the length
  const some = (count: number) => {
    const drawn = new Set<number>()
    while (drawn.size < count) drawn.add(upTo(peopleCount))
    return [...drawn]
  }
  const does = weighed(random)
  const common: Common = {
    mark: `op-${seed.toString(36)}-${client}-${number}`,
    by: does === 'reverse' || random() < 0.7 ? 'owner' : 'admin',
    repeat: random() < 0.08 ? oneOf(repeats) : null,
    insists: random() < 0.7,
    patienceMs: random() < 0.005 ? 1 + upTo(15) : null,
  }
  const worth = () => ({ money: upTo(3) * 1000, coins: upTo(3) * 5 })
  if (does === 'give')
    return { ...common, does, people: some(random() < 0.6 ? 1 + upTo(3) : 4 + upTo(17)), ...worth() }
  if (does === 'create') return { ...common, does, people: some(1), ...worth() }
  if (does === 'edit') return { ...common, does, pick: upTo(1000), ...worth() }
  if (does !== 'post') return { ...common, does, pick: upTo(1000) }
  const ledger = random() < 0.6 ? 'money' : 'coins'
  const kind = oneOf<ManualKind>([...manualKinds[ledger], 'bonus', 'adjustment'])
  const takes = takingKinds.includes(kind) || (kind === 'adjustment' && random() < 0.5)
  const people = some(random() < 0.4 ? 1 : random() < 0.4 ? 2 + upTo(3) : 5 + upTo(16))
  // One amount for all people, or a different one for each.
  const [all, isEach] = [1 + upTo(ledger === 'money' ? 50_000 : 40), random() < 0.4]
  const amounts = people.map((_, index) => (isEach ? all + index : all))
  return { ...common, does, ledger, kind, sign: takes ? -1 : 1, people, amounts }
}

function weighed(random: () => number): keyof typeof shares {
  let rest = random() * 100
  for (const [does, share] of Object.entries(shares)) {
    rest -= share
    if (rest < 0) return does as keyof typeof shares // one of its own keys
  }
  return 'post'
}
