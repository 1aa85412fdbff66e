/** How far a table is read, by the bytes of what holds its rows. */
export class Reach {
  #taken = 0
  #whole = 1

  /** Begins anew: what follows has so many bytes. */
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
