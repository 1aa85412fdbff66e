// Without schemas, so that code that formats numbers does not load the schema library.

/**
 * The largest sum that is reported, which is the largest whole number that JavaScript stores exactly. A
 * larger sum is reported as this number, and is read as "more than". The same holds below zero.
 */
export const maxSum = Number.MAX_SAFE_INTEGER

/** Whether a sum is at the limit, so that the true sum may be larger or smaller than reported. */
export const isBeyondSums = (value: number): boolean => Math.abs(value) >= maxSum

/** Limits a sum to the range of an answer. */
export const limitSum = (value: number): number => Math.min(maxSum, Math.max(-maxSum, value))

/** Reverses the division of a sum by `scale`. A sum at the limit is exactly the limit again. */
export const unscaled = (value: number, scale: number): number =>
  Math.abs(value) >= maxSum / scale ? Math.sign(value) * maxSum : value * scale
