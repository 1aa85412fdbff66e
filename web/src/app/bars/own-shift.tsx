import type { Shift } from '@artel/contract/hours/hours'
import type { ReactNode } from 'react'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import classes from '../frame/frame.module.css'

// The feature is not part of the shell, and the shell does not wait for it.
const load = () => import('../../features/hours/own/own-shift.tsx')
const Button = lazyPart(async () => (await load()).ShiftButton)
const Strip = lazyPart(async () => (await load()).ShiftStrip)
const Caption = lazyPart(async () => (await load()).ShiftCaption)
const MenuItem = lazyPart(async () => (await load()).ShiftMenuItem)
const Questions = lazyPart(async () => (await load()).HomeQuestions)

const later = (part: ReactNode, meanwhile: ReactNode = null) => (
  <LazyBoundary fallback={meanwhile}>{part}</LazyBoundary>
)

export const ShiftButton = () => later(<Button />)
export const ShiftStrip = () => later(<Strip />, <div className={classes.stripToCome} />)
// The other items stay in place, so that nobody presses a wrong one.
export const ShiftMenuItem = () => later(<MenuItem />, <div className={classes.itemToCome} />)
export const ShiftQuestions = () => later(<Questions />)

/** Duration of the current shift; `otherwise` is shown off shift and until the shift is known. */
export const ShiftCaption = ({
  shift,
  otherwise,
}: {
  shift: Shift | null | undefined
  otherwise: ReactNode
}) => (shift ? later(<Caption shift={shift} />, otherwise) : otherwise)
