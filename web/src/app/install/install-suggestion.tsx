import { useState } from 'react'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { suggestedInstall } from './install.ts'
import classes from './install-suggestion.module.css'

const InstallLine = lazyPart(async () => (await import('./install-line.tsx')).InstallLine)

/**
 * Suggests to install the app, on the home page of staff on a phone. A browser that has not installed it deletes what
 * waits there after some weeks without a visit, Safari after one.
 */
export function InstallSuggestion() {
  const [way] = useState(() => suggestedInstall())
  if (!way) return null
  return (
    <LazyBoundary fallback={<div className={classes.toCome} />}>
      <InstallLine way={way} />
    </LazyBoundary>
  )
}
