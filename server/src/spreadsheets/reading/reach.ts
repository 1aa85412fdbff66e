/** Progress of reading a table, by the bytes of the part that contains its rows. */
export class Reach {
  #taken = 0
  #whole = 1

  /** Resets the progress for a part of `whole` bytes. */
  begin(whole: number): void {
    this.#taken = 0
    this.#whole = Math.max(1, whole)
  }

  take(bytes: number): void {
    this.#taken += bytes
  }

  /** From 0 to 1. */
  get share(): number {
    return Math.min(1, this.#taken / this.#whole)
  }
}
