/** The version of the app that this page runs: the address of its code, whose name has a hash. Null without one. */
export const readPageVersion = (): string | null =>
  document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src') ?? null
