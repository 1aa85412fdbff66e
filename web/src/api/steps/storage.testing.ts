/** A storage of the browser over `kept`, for tests. Its keys are its own properties. */
export function storageOf(kept: Record<string, string>): Storage {
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  }
  return new Proxy(methods, {
    ownKeys: () => Object.keys(kept),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }) as unknown as Storage
}
