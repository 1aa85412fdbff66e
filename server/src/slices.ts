/** How long work may hold the event loop before others have their turn, in milliseconds. */
const sliceMs = 5

const waiting: (() => void)[] = []

/** One slice a turn of the loop: those who work at the same moment must not add up. */
function resumeOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeOne)
}

const nextTurn = (): Promise<void> =>
  new Promise((resume) => {
    if (waiting.push(resume) === 1) setImmediate(resumeOne)
  })

/** Work that is cut into slices. What it does between two looks at `isOver` must be short by itself. */
export class Slices {
  #begun = 0

  private constructor() {}

  /** Waits for its first turn, because others may begin at the same moment. */
  static async begin(): Promise<Slices> {
    const slices = new Slices()
    await slices.next()
    return slices
  }

  get isOver(): boolean {
    return performance.now() - this.#begun >= sliceMs
  }

  /** Lets others have their turn. */
  async next(): Promise<void> {
    await nextTurn()
    this.#begun = performance.now()
  }
}

/** `items.map(change)` in slices. */
export async function mapInSlices<Item, Changed>(
  items: Iterable<Item>,
  change: (item: Item) => Changed,
): Promise<Changed[]> {
  const slices = await Slices.begin()
  const changed: Changed[] = []
  for (const item of items) {
    if (slices.isOver) await slices.next()
    changed.push(change(item))
  }
  return changed
}
