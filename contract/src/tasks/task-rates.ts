/** What one piece of a product pays, in kopecks and coins, and how long it may take, in seconds. */
export type Rates = { money: number; coins: number; norm_seconds: number | null }
/** The same for all pieces of a task. Null: not known. */
export type Sums = { [Name in keyof Rates]: number | null }
export const sumNames = ['money', 'coins', 'norm_seconds'] as const

/** The rates multiplied by the quantity. */
export function sumsOf(rates: Rates | null, quantity: number | null): Sums {
  const times = (rate: number | null) => (rate === null || quantity === null ? null : rate * quantity)
  if (!rates) return { money: null, coins: null, norm_seconds: null }
  return { money: times(rates.money), coins: times(rates.coins), norm_seconds: times(rates.norm_seconds) }
}

/** The sums of a task that gets another quantity. A sum that is not the rate times the quantity stays. */
export function resizedSums<Task extends Rates & { quantity: number }>(
  task: Task,
  rates: Rates | null,
  quantity: number,
): Rates {
  const [before, after] = [sumsOf(rates, task.quantity), sumsOf(rates, quantity)]
  const follow = <Name extends keyof Rates>(name: Name): Rates[Name] =>
    // The sum of a known rate and quantity is known.
    task[name] === before[name] ? (after[name] as Rates[Name]) : task[name]
  return { money: follow('money'), coins: follow('coins'), norm_seconds: follow('norm_seconds') }
}
