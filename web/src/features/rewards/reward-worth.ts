import type { Worth } from '../../ui/use-worth-words.ts'

/** What a change from one worth to another gives, and what it takes, both as amounts above 0. */
export function differenceOf(before: Worth, after: Worth): { more: Worth; less: Worth } {
  const over = (from: Worth, to: Worth): Worth => ({
    money: Math.max(0, to.money - from.money),
    coins: Math.max(0, to.coins - from.coins),
  })
  return { more: over(before, after), less: over(after, before) }
}

/** So many coins have to stay in a reward, as the others are spent; 0: none has to. */
export const coinFloor = (coins: number, left: number): number => Math.max(0, coins - left)
