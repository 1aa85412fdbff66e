import type { Worth } from '../../ui/page/use-worth-words.ts'

/** What a change of worth gives and what it takes, both as non-negative amounts. */
export function differenceOf(before: Worth, after: Worth): { more: Worth; less: Worth } {
  const over = (from: Worth, to: Worth): Worth => ({
    money: Math.max(0, to.money - from.money),
    coins: Math.max(0, to.coins - from.coins),
  })
  return { more: over(before, after), less: over(after, before) }
}

/** The fewest coins the reward must keep, because the rest of them are spent; 0: no limit. */
export const coinFloor = (coins: number, left: number): number => Math.max(0, coins - left)
