// Free of schemas, so that what formats numbers does not carry the checker of all shapes.

/**
 * The largest number that a sum is told as, the largest whole number that JavaScript keeps exactly. A larger sum is told
 * as this one, and so reads "more than"; below zero likewise.
 */
export const maxSum = Number.MAX_SAFE_INTEGER

/** Whether a sum is told as the end of all sums, and so may be larger, or smaller, than it says. */
export const isBeyondSums = (value: number): boolean => Math.abs(value) >= maxSum

/** A sum within the numbers that an answer holds. */
export const limitSum = (value: number): number => Math.min(maxSum, Math.max(-maxSum, value))

/** A sum that was divided by `scale` as it was before: the end of all sums is that again, to the last digit. */
export const unscaled = (value: number, scale: number): number =>
  Math.abs(value) >= maxSum / scale ? Math.sign(value) * maxSum : value * scale
