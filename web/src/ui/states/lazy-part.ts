import { type ComponentType, lazy } from 'react'

/** Interval between attempts to load code without a connection, ms. */
const againMs = 3000

/** How the browsers and the bundler tell that code or its styles did not arrive. */
const notLoaded = /dynamically imported module|Importing a module script failed|Unable to preload CSS/
const missingStyles = /Unable to preload CSS for (\S+)/

// Kept outside of React, because every boundary on the page needs to know of every part.
let loadedParts = 0
const listeners = new Set<() => void>()

/** The number of parts whose code has been loaded. */
export const countLoaded = (): number => loadedParts

export function watchLoaded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announceLoaded(): void {
  loadedParts += 1
  for (const listener of listeners) listener()
}

/** A component whose code is loaded when it is first drawn, inside a `LazyBoundary`. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => {
    const loading = loadPatiently(load).then((part) => ({ default: part }))
    // In a later microtask, when React has received the part. React itself reports a failure.
    loading.then(() => queueMicrotask(announceLoaded)).catch(() => undefined)
    return loading
  })

/** Loads code. Without a connection it tries again until the code has come. @throws what the code itself throws */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      if (!notLoaded.test(message)) throw error
      await untilOnline()
      // The bundler asks for styles only once.
      const styles = missingStyles.exec(message)?.[1]
      while (styles && !(await loadStyles(styles))) await untilOnline()
    }
  }
}

/** Begins loading what a person is about to open. Its failure is no error: the part is loaded when it is drawn. */
export const loadAhead = (...loads: readonly (() => Promise<unknown>)[]): void => {
  for (const load of loads) load().catch(() => undefined)
}

const untilOnline = () =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, againMs)
    window.addEventListener('online', go)
  })

/** @returns whether they came */
const loadStyles = (href: string) =>
  new Promise<boolean>((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = () => resolve(true)
    link.onerror = () => {
      link.remove()
      resolve(false)
    }
    document.head.append(link)
  })
