import type { Operation } from './ledger-draw.ts'
import { type Model, nothing, type Thing, type ToldEntry, type Worth } from './ledger-model.ts'
import type { Answer, Call, Site } from './ledger-site.ts'

type Of<Does extends Operation['does']> = Extract<Operation, { does: Does }>
type Made = { ok: Record<string, unknown>[]; maybe: number }
type Headers = Record<Operation['by'], Record<string, string>>

/** A client that runs its operations one by one and records their outcomes in the model. */
export class LedgerClient {
  readonly #site: Site
  readonly #headers: Headers
  /** User ids. An operation refers to them by index. */
  readonly #people: readonly number[]
  readonly #model: Model
  // Things that this client created and may change later.
  readonly #entries: ToldEntry[] = []
  readonly #rewards: Thing[] = []
  readonly #tasks: (Thing & { stage: 'open' | 'started' | 'review' | 'done'; isAdmins: boolean })[] = []

  constructor(site: Site, headers: Headers, people: readonly number[], model: Model) {
    this.#site = site
    this.#headers = headers
    this.#people = people
    this.#model = model
  }

  async perform(operation: Operation): Promise<void> {
    switch (operation.does) {
      case 'post':
        return this.#post(operation)
      case 'reverse':
        return this.#reverse(operation)
      case 'give':
        return this.#give(operation)
      case 'create':
        return this.#create(operation)
      case 'edit':
        return this.#edit(operation)
      case 'remove':
        return this.#remove(operation)
      case 'step':
        return this.#step(operation)
    }
  }

  /**
   * Sends a call, and repeats it while its outcome is unknown and the operation insists. `tries` is the
   * number of attempts.
   */
  async #send(operation: Operation, call: Omit<Call, 'patienceMs'>): Promise<Answer & { tries: number }> {
    const headers = this.#headers[operation.by]
    for (let tries = 1; ; tries += 1) {
      const patienceMs = tries === 1 && call.key ? operation.patienceMs : null
      const answer = await this.#site.send(headers, { ...call, patienceMs })
      if (answer.is === 'unknown' && operation.insists) continue
      this.#model.counts[answer.is] += 1
      return { ...answer, tries }
    }
  }

  /** Sends a creating call with its repetitions. @returns the answers, one for each thing created */
  async #make(operation: Operation, path: string, body: object): Promise<Made> {
    const { mark, repeat } = operation
    const attempt = (key = mark, changes = {}) =>
      this.#send(operation, { method: 'POST', path, body: { ...body, ...changes }, key })
    const first = await (repeat === 'twice'
      ? Promise.all([attempt(), attempt()]).then((both) => this.#agree(mark, both))
      : attempt())
    const answers: Answer[] = [first]
    if (repeat === 'again') answers.push(await attempt(`${mark}-2`))
    if (first.is === 'ok' && repeat === 'same') this.#agree(mark, [first, await attempt()], true)
    if (first.is === 'ok' && repeat === 'changed') {
      const name = 'comment' in body ? 'comment' : 'title'
      const answer = await attempt(mark, { [name]: `${mark} and more` })
      const isRight =
        answer.is === 'refused' ? answer.code === 'idempotency_conflict' : answer.is === 'unknown'
      if (!isRight) this.#model.faults.push(`${mark}: its key was taken for another body`)
    }
    return {
      ok: answers.flatMap((answer) => (answer.is === 'ok' ? [answer.body] : [])),
      maybe: answers.filter(({ is }) => is === 'unknown').length,
    }
  }

  /**
   * Merges the answers to two calls with one key, which must be equal. `must`: the second may not be a
   * refusal.
   */
  #agree(mark: string, [first, second]: readonly Answer[], must = false): Answer {
    const isSame = first?.is !== 'ok' || second?.is !== 'ok' || isEqual(first.body, second.body)
    if (!isSame || (must && second?.is === 'refused')) {
      this.#model.faults.push(`${mark}: the second answer for its key is another: ${JSON.stringify(second)}`)
    }
    const all = [first, second].filter((answer) => answer !== undefined)
    const told = all.find(({ is }) => is === 'ok') ?? all.find(({ is }) => is === 'unknown') ?? all[0]
    return told ?? { is: 'unknown' }
  }

  async #post(operation: Of<'post'>): Promise<void> {
    const { mark, ledger, kind, sign, amounts } = operation
    const people = this.#peopleOf(operation)
    const [amount = 1] = amounts
    const entries = people.map((user_id, index) => ({ user_id, amount: amounts[index] ?? amount }))
    const isEach = entries.some((entry) => entry.amount !== amount)
    const whom = isEach
      ? { entries }
      : { amount, ...(people.length === 1 ? { user_id: people[0] } : { user_ids: people }) }
    const direction = kind === 'adjustment' && { direction: sign === 1 ? 'in' : 'out' }
    const { ok, maybe } = await this.#make(operation, `/${ledger}`, {
      kind,
      comment: mark,
      ...whom,
      ...direction,
    })
    const shares = entries.map((entry) => [entry.user_id, sign * entry.amount] as const)
    // The contract defines this shape.
    const told = ok.flatMap((body) => this.#readEntries(mark, ledger, shares, body[ledger] as ToldEntry[]))
    const ids = told.map(({ id }) => id)
    this.#model.postings.set(mark, { ledger, kind, shares, ids, sure: ok.length, maybe })
  }

  #readEntries(
    mark: string,
    ledger: ToldEntry['ledger'],
    shares: (readonly [number, number])[],
    answered: ToldEntry[],
  ): ToldEntry[] {
    const told = answered.map(({ user_id, amount }) => [user_id, amount])
    if (!isEqual(told, shares)) this.#model.faults.push(`${mark}: answered ${JSON.stringify(told)}`)
    return answered.map(({ id, user_id, amount, balance }) => {
      const entry = { ledger, id, user_id, amount, balance }
      this.#model.tell(entry)
      this.#entries.push(entry)
      return entry
    })
  }

  async #reverse(operation: Of<'reverse'>): Promise<void> {
    const entry = this.#entries[operation.pick % this.#entries.length]
    if (!entry) return
    const { mark, repeat } = operation
    const path = `/${entry.ledger}/${entry.id}/reverse`
    const attempt = (key: string) =>
      this.#send(operation, { method: 'POST', path, body: { comment: mark }, key })
    const known = this.#model.reversalOf(entry)
    // With two keys, the entry itself must prevent a second reversal.
    const keys = repeat === 'twice' || repeat === 'again' ? [mark, `${mark}-2`] : [mark]
    const answers = await Promise.all(keys.map(attempt))
    if (repeat === 'same' && answers[0]?.is === 'ok') {
      this.#agree(mark, [answers[0], await attempt(mark)], true)
    }
    const before = known.sure + known.maybe
    for (const answer of answers) {
      if (answer.is === 'ok') known.sure += 1
      if (answer.is === 'unknown') known.maybe += 1
    }
    const refusals = answers.flatMap((answer) => (answer.is === 'refused' ? [answer.code] : []))
    const isTaken = before + answers.length - refusals.length > 0
    const isWrong = refusals.some(
      (code) => code !== 'insufficient_coins' && !(code === 'already_reversed' && isTaken),
    )
    if (isWrong || known.sure > 1)
      this.#model.faults.push(`${mark}: reversal answered ${JSON.stringify(answers)}`)
  }

  async #give(operation: Of<'give'>): Promise<void> {
    const { mark, money, coins } = operation
    const [worth, people] = [{ money, coins }, this.#peopleOf(operation)]
    const { ok, maybe } = await this.#make(operation, '/rewards', { user_ids: people, title: mark, ...worth })
    this.#model.made.set(mark, { type: 'reward', people: people.length, worth, sure: ok.length, maybe })
    for (const { rewards } of ok)
      for (const { id } of rewards as { id: number }[]) // the contract defines this shape
        this.#rewards.push(this.#model.keep({ type: 'reward', id, worth, states: [worth] }))
  }

  async #create(operation: Of<'create'>): Promise<void> {
    const { mark, money, coins } = operation
    const worth = { money, coins }
    const [user_id] = this.#peopleOf(operation)
    const { ok, maybe } = await this.#make(operation, '/tasks/create', { user_id, title: mark, ...worth })
    this.#model.made.set(mark, { type: 'task', people: 1, worth: nothing, sure: ok.length, maybe })
    for (const { task } of ok) {
      const { id } = task as { id: number } // the contract defines this shape
      const made: Thing = { type: 'task', id, worth, states: [nothing] }
      this.#model.keep(made)
      // The last user is the admin. Another user must approve the admin's tasks.
      const isAdmins = user_id === this.#people.at(-1)
      this.#tasks.push(Object.assign(made, { stage: 'open' as const, isAdmins }))
    }
  }

  async #edit(operation: Of<'edit'>): Promise<void> {
    const { money, coins, pick } = operation
    const call = { method: 'PUT', body: { money, coins } } as const
    await this.#touch(operation, this.#rewards, pick, '', call, { money, coins })
  }

  async #remove(operation: Of<'remove'>): Promise<void> {
    const call = { method: 'DELETE', body: {} } as const
    await this.#touch(operation, this.#rewards, operation.pick, '', call, nothing)
  }

  async #step(operation: Of<'step'>): Promise<void> {
    const { pick } = operation
    const task = this.#tasks[pick % this.#tasks.length]
    if (!task) return
    const call = { method: 'POST', body: {} } as const
    if (task.stage === 'done') {
      await this.#touch(operation, this.#tasks, pick, '', { ...call, method: 'DELETE' }, nothing)
    } else if (task.stage === 'started') {
      const worth = task.isAdmins ? nothing : task.worth
      if (await this.#touch(operation, this.#tasks, pick, '/finish', call, worth))
        task.stage = task.isAdmins ? 'review' : 'done'
    } else if (task.stage === 'review') {
      if (await this.#touch(operation, this.#tasks, pick, '/approve', call, task.worth)) task.stage = 'done'
    } else if (await this.#touch(operation, this.#tasks, pick, '/start', call, nothing))
      task.stage = 'started'
  }

  /**
   * Changes the worth of a thing. A thing with an unknown outcome is never changed again, because the request
   * may still be on its way. @returns whether the change is done
   */
  async #touch(
    operation: Operation,
    things: Thing[],
    pick: number,
    step: string,
    call: Pick<Call, 'method' | 'body'>,
    worth: Worth,
  ): Promise<boolean> {
    const index = pick % things.length
    const thing = things[index]
    if (!thing) return false
    const path = `/${thing.type}s/${thing.id}${step}`
    const answer = await this.#send(operation, { ...call, path })
    const isRemoval = call.method === 'DELETE'
    const wasGone = answer.is === 'refused' && answer.code === 'not_found' && isRemoval && answer.tries > 1
    const isDone = answer.is === 'ok' || wasGone
    if (isDone) thing.states = [worth]
    else if (answer.is === 'unknown') thing.states.push(worth)
    else if (
      answer.code !== 'insufficient_coins' &&
      !(answer.code === 'forbidden' && operation.by === 'admin')
    )
      this.#model.faults.push(`${operation.mark}: ${call.method} ${path} answered ${JSON.stringify(answer)}`)
    if (answer.is === 'unknown' || (isDone && isRemoval)) things.splice(index, 1)
    return isDone
  }

  #peopleOf({ people }: { people: number[] }): number[] {
    return people.map((number) => this.#people[number] ?? 0)
  }
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
