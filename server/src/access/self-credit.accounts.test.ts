import { randomInt, randomUUID } from 'node:crypto'
import type { ManagedUser } from '@artel/contract/users/users'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestApp } from '../testing/app.ts'
import { type Answer, TestClient } from '../testing/client.ts'
import { mailsTo } from '../testing/outbox.ts'
import { buildTask } from '../testing/rows/build.ts'
import { buildTeam, type Team } from '../testing/rows/team.ts'
import { wealthOf } from '../testing/rows/wealth.ts'

const test_ = useTestApp()

const moves = [
  'give a password',
  'give an email',
  'bring the email back',
  'change the password',
  'change the email',
  'ask for a link',
  'reset by mail',
  'reset by mail',
] as const
type Move = (typeof moves)[number]

/** Moves that succeeded at least once. A move that never succeeds would test nothing. */
const taken = new Set<Move>()

const elsewhere = () => ({ remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` })
const twice = (password: string) => ({ password, password_confirmation: password })
const makeEmail = () => `${randomUUID()}@artel.test`

/** An admin who tries every action on a colleague's account and remembers the results. */
class Impostor {
  readonly team: Team
  /** The mailbox of the colleague, and those of the admin. */
  readonly right = makeEmail()
  readonly #mine: string[] = []
  readonly #passwords = ['вишня грузовик ноль']
  readonly #links: { email: string; token: string }[] = []
  readonly #clients: TestClient[] = []
  id = 0

  constructor(team: Team) {
    this.team = team
  }

  async hire(): Promise<void> {
    const draft = { first_name: 'Вера', last_name: 'Полякова', email: this.right }
    const body = { ...draft, password: this.#passwords[0], force_change_password: false }
    const { user } = (await this.team.as.admin.post('/users/create', body)).body
    this.id = (user as ManagedUser).id // the shape of the response
  }

  async act(move: Move): Promise<void> {
    const { statusCode } = (await this.#act(move)) ?? { statusCode: 0 }
    expect(statusCode, move).toBeLessThan(500)
    if (statusCode >= 200 && statusCode < 400) taken.add(move)
  }

  async #act(move: Move): Promise<Answer | undefined> {
    const put = (body: object) => this.team.as.admin.send('PUT', `/users/${this.id}`, body)
    if (move === 'give a password') return put({ password: this.#next(), force_change_password: false })
    if (move === 'give an email') return put({ email: this.#mailbox() })
    if (move === 'bring the email back') return put({ email: this.right })
    if (move === 'ask for a link') return this.#forget()
    if (move === 'reset by mail') {
      await this.#forget()
      return this.#reset(this.#links.at(-1))
    }
    const [client, present] = await this.#signIn()
    if (!client) return undefined
    if (move === 'change the password') {
      return client.send('PUT', '/user/password', { current_password: present, ...twice(this.#next()) })
    }
    const email = this.#mailbox()
    await client.send('PUT', '/user/email', { email, password: present })
    return this.#confirm(client, email)
  }

  #next(): string {
    const password = `вишня грузовик ${this.#passwords.length}`
    this.#passwords.push(password)
    return password
  }

  #mailbox(): string {
    const email = makeEmail()
    this.#mine.push(email)
    return email
  }

  /** Requests a link, and uses it if it is sent to a mailbox of the admin. */
  async #forget(): Promise<Answer> {
    const { email } = (await this.team.as.owner.get(`/users/${this.id}`)).body.user as ManagedUser
    const guest = await TestClient.guest(test_.app)
    const answer = await guest.send('POST', '/auth/forgot', { email }, elsewhere())
    if (!this.#mine.includes(email)) return answer
    const before = this.#links.filter((link) => link.email === email).length
    const tokens = (await mailsTo(test_.root, email, 0)).map(
      ({ text }) => /reset\/([\w-]+)/.exec(text ?? '')?.[1],
    )
    for (const token of tokens.filter((token) => token !== undefined).slice(before)) {
      this.#links.push({ email, token })
    }
    return answer
  }

  async #reset(link: { email: string; token: string } | undefined): Promise<Answer | undefined> {
    if (!link) return undefined
    const guest = await TestClient.guest(test_.app)
    return guest.post('/auth/reset', { ...link, ...twice(this.#next()) })
  }

  async #confirm(client: TestClient, email: string): Promise<Answer | undefined> {
    const mails = await mailsTo(test_.root, email, 1)
    const token = mails.map(({ text }) => /verify\?token=([\w-]+)/.exec(text ?? '')?.[1]).find(Boolean)
    return client.get(`/auth/email/verify?token=${token}`)
  }

  /** Signs in with any password that the admin knows. @returns the session and the password */
  async #signIn(): Promise<[TestClient | undefined, string]> {
    const { email } = (await this.team.as.owner.get(`/users/${this.id}`)).body.user as ManagedUser
    for (const password of this.#passwords.toReversed()) {
      const client = await TestClient.guest(test_.app)
      const answer = await client.send('POST', '/auth/login', { login: email, password }, elsewhere())
      if (answer.statusCode !== 200) continue
      this.#clients.push(client)
      return [client, password]
    }
    return [undefined, '']
  }

  /**
   * With everything gathered: approves the admin's work and gives the admin a bonus in the colleague's name.
   */
  async cashIn(): Promise<void> {
    const { db, people } = this.team
    const begun = { started_at: '2026-11-20T06:00:00.000Z', finished_at: '2026-11-20T07:00:00.000Z' }
    const work = {
      ...begun,
      user_id: people.admin.id,
      status: 'review',
      quantity_done: 1,
      money: 1000,
    } as const
    const task = await buildTask(db, people.owner, work)
    for (const link of [...this.#links]) await this.#reset(link)
    await this.#act('reset by mail')
    await this.#signIn()
    for (const client of this.#clients) {
      await client.post(`/tasks/${task}/approve`)
      await client.post('/money', { user_id: people.admin.id, kind: 'bonus', amount: 5000 })
    }
  }
}

test('an admin with a colleague’s password or mailbox earns nothing by that colleague’s promotion', {
  timeout: 600_000,
}, async () => {
  let grown = 0
  const run = async (drawn: Move[], isConfirmed: boolean, isOwn: boolean) => {
    const impostor = new Impostor(await buildTeam(test_))
    await impostor.hire()
    for (const move of drawn) await impostor.act(move)
    const { db, people, as } = impostor.team
    const { id, right } = impostor
    // As if the colleague had chosen both, without the record of their authors. The admin then does profit.
    const own = { password_set_by: id, email_set_by: id }
    if (isOwn) await db.update('logins', own).where('user_id', '=', id).execute()
    const patch = { type: 'admin', ...(isConfirmed && !isOwn && { email: right }) }
    expect((await as.owner.send('PUT', `/users/${id}`, patch)).statusCode).toBe(200)
    const before = await wealthOf(db, people.admin.id)
    await impostor.cashIn()
    const after = await wealthOf(db, people.admin.id)
    if (!isOwn) expect(after).toEqual(before)
    else if (after.money > before.money) grown++
  }
  const sequences = fc.array(fc.constantFrom(...moves), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      sequences,
      fc.boolean(),
      fc.integer({ min: 0, max: 3 }),
      async (drawn, isConfirmed, kind) => run(drawn, isConfirmed, kind === 0),
    ),
    {
      numRuns: 24,
      endOnFailure: true,
      examples: [
        [[...moves], false, 1],
        [[...moves], true, 1],
        [['give an email', 'reset by mail', 'change the password', 'change the email'], false, 1],
        [['change the password'], false, 0],
      ],
    },
  )
  expect(grown).toBeGreaterThan(0)
  expect(taken).toEqual(new Set(moves))
})
