/** Resources that a test file opened and did not close, such as databases. */
export const leftOpen: (() => Promise<void>)[] = []
