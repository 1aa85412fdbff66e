/** How long work may hold the event loop before other work runs, ms. */
const sliceMs = 5

const waiting: (() => void)[] = []

/** Resumes one slice per turn of the event loop, so that concurrent slices do not add up. */
function resumeOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeOne)
}

const nextTurn = (): Promise<void> =>
  new Promise((resume) => {
    if (waiting.push(resume) === 1) setImmediate(resumeOne)
  })

/** Splits work into slices. The work between two checks of `isOver` must be short. */
export class Slices {
  #begun = 0

  private constructor() {}

  /** Waits for the first slice, because other work may begin at the same moment. */
  static async begin(): Promise<Slices> {
    const slices = new Slices()
    await slices.next()
    return slices
  }

  get isOver(): boolean {
    return performance.now() - this.#begun >= sliceMs
  }

  /** Yields to other work. */
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
  const changed: Changed[] = []
  await forEachInSlices(items, (item) => changed.push(change(item)))
  return changed
}

/** `items.map(change)` in slices, without the items for which it returns null or undefined. */
export async function pickInSlices<Item, Picked>(
  items: Iterable<Item>,
  change: (item: Item) => Picked | null | undefined,
): Promise<Picked[]> {
  const picked: Picked[] = []
  await forEachInSlices(items, (item) => {
    const one = change(item)
    if (one !== null && one !== undefined) picked.push(one)
  })
  return picked
}

/** `items.forEach(work)` in slices. */
export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  const slices = await Slices.begin()
  for (const item of items) {
    if (slices.isOver) await slices.next()
    work(item)
  }
}
