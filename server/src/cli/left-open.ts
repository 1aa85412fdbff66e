/** What a test file has opened and not closed, such as databases of its own. */
export const leftOpen: (() => Promise<void>)[] = []
