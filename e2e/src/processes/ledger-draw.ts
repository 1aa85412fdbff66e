import { type Ledger, type ManualKind, manualKinds, takingKinds } from '@artel/contract/ledger.line'
import { randomFrom } from '../random.ts'

/** What a client does after it has sent an operation, or while it does. */
const repeats = [
  'same', // once more with its key: the same answer, and nothing more
  'changed', // another body with the same key: refused
  'again', // the same body with another key: once more
  'twice', // two at once, with one key
] as const

type Common = {
  /** Unique over the run: it stands in the comment or the title. */
  mark: string
  by: 'owner' | 'admin'
  repeat: (typeof repeats)[number] | null
  /** Whether it is sent again with its key for as long as its outcome is unknown. */
  insists: boolean
  /** The caller hangs up after so long. */
  patienceMs: number | null
}

type Making = { people: number[]; money: number; coins: number }

/** Numbers stand for people, and `pick` for one of those things that the client itself has made. */
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

/** An operation is what is asked for one person: a request for many of them is as many. */
export const countAsked = (operation: Operation): number =>
  'people' in operation ? operation.people.length : 1

/** How often each is drawn, of a hundred. */
const shares = { post: 62, reverse: 10, give: 5, edit: 6, remove: 3, create: 4, step: 10 } as const

/** The operation of a client with that number: the same for the same seed, whatever became of those before. */
export function drawOperation(seed: number, client: number, number: number, peopleCount: number): Operation {
  const random = randomFrom(seed ^ Math.imul(client + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b))
  const upTo = (limit: number) => Math.floor(random() * limit)
  const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length)] as T // below its length
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
  // One amount for all, or each their own.
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
