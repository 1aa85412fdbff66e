import type { Ledger } from '@artel/contract/ledger/ledger.line'

/** The money and coins that something has brought. */
export type Worth = { money: number; coins: number }
export const nothing: Worth = { money: 0, coins: 0 }

/** The number of times that something was done: acknowledged times, and times with an unknown outcome. */
type Times = { sure: number; maybe: number }

type Posting = Times & {
  ledger: Ledger
  kind: string
  /** Amounts by user; below 0 if the posting takes. */
  shares: (readonly [userId: number, amount: number])[]
  /** The ids of the entries in the answers. */
  ids: number[]
}

export type ToldEntry = { ledger: Ledger; id: number; user_id: number; amount: number; balance: number }

/** Rewards or tasks with one title, one for each user. */
type Made = Times & { type: 'reward' | 'task'; people: number; worth: Worth }

/** A reward or a task with a known id; `states`: its possible worths, one of which is true. */
export type Thing = { type: 'reward' | 'task'; id: number; worth: Worth; states: Worth[] }

const entryName = ({ ledger, id }: { ledger: string; id: number }) => `${ledger} ${id}`

/** What all clients together know: which things must exist, may exist and must not exist. */
export class Model {
  readonly postings = new Map<string, Posting>()
  readonly told = new Map<string, ToldEntry>()
  readonly reversals = new Map<string, Times>()
  readonly made = new Map<string, Made>()
  readonly things = new Map<string, Thing>()
  /** Answers that cannot be right. */
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
