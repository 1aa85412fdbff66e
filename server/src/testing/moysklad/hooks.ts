import { randomUUID } from 'node:crypto'
import { Refusal } from './refusal.ts'

type Action = 'CREATE' | 'UPDATE' | 'DELETE'
type Hook = { id: string; url: string; entityType: string; action: Action; enabled: boolean }
type StockHook = {
  id: string
  url: string
  reportType: 'all' | 'bystore'
  stockType: 'stock'
  enabled: boolean
}
type Sent = { url: string; requestId: string; tries: number; isHeard: boolean }

const timeoutMs = 1500
const maxTries = 4
const agent = 'MoySklad webhook touch agent 2.0 (/https://www.moysklad.ru)'
/** Events within this many ms go into one message. */
const togetherMs = 20

type Event = { type: string; action: Action; id: string; updatedFields?: string[] }

/**
 * Webhooks and their sender. A message is sent at once and repeated up to three times without a pause, then
 * dropped.
 */
export class HookBook {
  readonly hooks = new Map<string, Hook>()
  readonly stockHooks = new Map<string, StockHook>()
  /** Messages that were sent, delivered or not. */
  readonly sent: Sent[] = []
  /** Sends every message twice, as MoySklad does when it misses the response to the first. */
  repeats = false
  /** Sends nothing, as when MoySklad loses the messages. */
  isLost = false
  #waiting: Event[] = []
  #timer: NodeJS.Timeout | null = null
  #stockTimer: NodeJS.Timeout | null = null
  readonly #base: () => string
  readonly #accountId: () => string
  readonly #now: () => string

  constructor(base: () => string, accountId: () => string, now: () => string) {
    this.#base = base
    this.#accountId = accountId
    this.#now = now
  }

  register(body: Record<string, unknown>): Hook {
    const { url, entityType, action } = body
    if (typeof url !== 'string' || !URL.canParse(url) || url.length > 255)
      throw new Refusal(400, 30000, 'Неверный адрес вебхука')
    if (typeof entityType !== 'string' || !['CREATE', 'UPDATE', 'DELETE'].includes(String(action)))
      throw new Refusal(412, 3000, "Ошибка сохранения объекта: поле 'action' не может быть пустым")
    for (const hook of this.hooks.values())
      if (hook.url === url && hook.entityType === entityType && hook.action === action)
        throw new Refusal(412, 30003, 'Вебхук с такими параметрами уже существует')
    // Checked above to be one of three actions.
    const hook = { id: randomUUID(), url, entityType, action: action as Action, enabled: true }
    this.hooks.set(hook.id, hook)
    return hook
  }

  registerStock(body: Record<string, unknown>): StockHook {
    const { url, reportType, stockType } = body
    if (typeof url !== 'string' || !URL.canParse(url) || url.length > 255)
      throw new Refusal(400, 30000, 'Неверный адрес вебхука')
    if ((reportType !== 'all' && reportType !== 'bystore') || stockType !== 'stock')
      throw new Refusal(412, 3000, "Ошибка сохранения объекта: поле 'reportType' не может быть пустым")
    const hook = { id: randomUUID(), url, reportType, stockType, enabled: true } as const
    this.stockHooks.set(hook.id, hook)
    return hook
  }

  tell(type: string, action: Action, id: string, updatedFields?: string[]): void {
    if (this.hooks.size === 0 || this.isLost) return
    this.#waiting.push({ type, action, id, ...(action === 'UPDATE' && updatedFields && { updatedFields }) })
    this.#timer ??= setTimeout(() => this.#flush(), togetherMs)
  }

  /** MoySklad sends stock messages within five minutes; the simulator sends them at once. */
  tellStock(): void {
    if (this.stockHooks.size === 0 || this.isLost) return
    const since = this.#now()
    this.#stockTimer ??= setTimeout(() => {
      this.#stockTimer = null
      for (const { url, reportType, stockType } of this.stockHooks.values()) {
        const reportUrl = `${this.#base()}/report/stock/${reportType}/current?changedSince=${since.slice(0, 19)}`
        void this.#send(url, { accountId: this.#accountId(), stockType, reportType, reportUrl })
      }
    }, togetherMs)
  }

  #flush(): void {
    this.#timer = null
    const events = this.#waiting.splice(0)
    for (const { url, entityType, action, enabled } of this.hooks.values()) {
      const meant = events.filter((event) => event.type === entityType && event.action === action)
      if (!enabled || meant.length === 0) continue
      void this.#send(url, {
        auditContext: {
          meta: { type: 'audit', href: `${this.#base()}/audit/${randomUUID()}` },
          moment: this.#now().slice(0, 19),
          uid: 'admin@simulated',
        },
        events: meant.map(({ type, id, updatedFields }) => ({
          meta: { type, href: `${this.#base()}/entity/${type}/${id}` },
          ...(updatedFields && { updatedFields }),
          action,
          accountId: this.#accountId(),
        })),
      })
    }
  }

  async #send(url: string, body: object): Promise<void> {
    const sent: Sent = { url, requestId: randomUUID(), tries: 0, isHeard: false }
    this.sent.push(sent)
    if (this.sent.length > 10_000) this.sent.shift()
    const times = this.repeats ? 2 : 1
    for (let time = 0; time < times; time++) await this.#sendOnce(sent, body)
  }

  async #sendOnce(sent: Sent, body: object): Promise<void> {
    for (let tries = 0; tries < maxTries; tries++) {
      sent.tries += 1
      const answer = await fetch(`${sent.url}?requestId=${sent.requestId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json;charset=UTF-8', 'user-agent': agent },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => null)
      await answer?.arrayBuffer().catch(() => undefined)
      if (answer?.status === 200 || answer?.status === 204) {
        sent.isHeard = true
        return
      }
    }
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
    if (this.#stockTimer) clearTimeout(this.#stockTimer)
  }
}
