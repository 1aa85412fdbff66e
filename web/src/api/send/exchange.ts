/** Wait for the server before a page goes on without its answer, ms. A phone in a dead spot may wait for minutes. */
export const patienceMs = 4000

type Listener = (isAnswered: boolean) => void

let listener: Listener | undefined

/** Calls `next` whenever a request of this page has got an answer, whatever it is, or none. One listener is enough. */
export const onExchange = (next: Listener): void => {
  listener = next
}

export const tellExchange: Listener = (isAnswered) => listener?.(isAnswered)
