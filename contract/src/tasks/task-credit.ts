type Done = { quantity: number; quantity_done: number }

/** The earnings for the done part of a task, from those for the whole, in kopecks or coins, rounded down. */
export const creditShare = (whole: number, { quantity, quantity_done }: Done): number =>
  // Up to 10^11 kopecks times 10^6 pieces, which is beyond the range of exact numbers.
  Number((BigInt(whole) * BigInt(quantity_done)) / BigInt(quantity))
