type Done = { quantity: number; quantity_done: number }

/** What the done part of a task earns of what the whole is worth, in kopecks or coins, rounded down. */
export const creditShare = (whole: number, { quantity, quantity_done }: Done): number =>
  // Up to 10^11 kopecks times 10^6 pieces: beyond what numbers hold.
  Number((BigInt(whole) * BigInt(quantity_done)) / BigInt(quantity))
