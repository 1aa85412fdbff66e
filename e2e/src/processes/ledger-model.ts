import type { Ledger } from '@artel/contract/ledger.line'

/** What something has brought, in both ledgers. */
export type Worth = { money: number; coins: number }
export const nothing: Worth = { money: 0, coins: 0 }

/** How often something was done: told to somebody as done, and beyond that perhaps, as nobody was told. */
type Times = { sure: number; maybe: number }

type Posting = Times & {
  ledger: Ledger
  kind: string
  /** Person by person, below 0 where it takes. */
  shares: (readonly [userId: number, amount: number])[]
  /** The entries that were answered. */
  ids: number[]
}

export type ToldEntry = { ledger: Ledger; id: number; user_id: number; amount: number; balance: number }

/** Rewards or tasks of one title, one for each of the people. */
type Made = Times & { type: 'reward' | 'task'; people: number; worth: Worth }

/** A reward or a task whose id was answered; `states`: what it may have brought, one of them for sure. */
export type Thing = { type: 'reward' | 'task'; id: number; worth: Worth; states: Worth[] }

const entryName = ({ ledger, id }: { ledger: string; id: number }) => `${ledger} ${id}`

/** What all clients together know of what has to be there, may be there, and is not to be. */
export class Model {
  readonly postings = new Map<string, Posting>()
  readonly told = new Map<string, ToldEntry>()
  readonly reversals = new Map<string, Times>()
  readonly made = new Map<string, Made>()
  readonly things = new Map<string, Thing>()
  /** What was answered and cannot be right. */
  readonly faults: string[] = []
  readonly counts: Record<'ok' | 'refused' | 'unknown', number> = { ok: 0, refused: 0, unknown: 0 }

  tell(entry: ToldEntry): void {
    this.told.set(entryName(entry), entry)
  }

  reversalOf(entry: { ledger: string; id: number }): Times {
    const name = entryName(entry)
    const known = this.reversals.get(name) ?? { sure: 0, maybe: 0 }
    this.reversals.set(name, known)
    return known
  }

  keep(thing: Thing): Thing {
    this.things.set(`${thing.type} ${thing.id}`, thing)
    return thing
  }
}
