import type { ReactNode } from 'react'

const ring = <circle cx="7" cy="7" r="5.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
const disc = <circle cx="7" cy="7" r="6.5" fill="currentColor" />

const onDisc = {
  fill: 'none',
  stroke: 'var(--a-sheet)',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
const inRing = { stroke: 'currentColor', strokeWidth: 1.4, strokeLinecap: 'round', fill: 'none' } as const

/** The fourteen pixel drawings of the statuses, in `currentColor`. */
export const glyphShapes = {
  ring,
  dashed: (
    <circle
      cx="7"
      cy="7"
      r="5.75"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="2.4 2.115"
    />
  ),
  pie: (
    <>
      {ring}
      <path d="M7 7 V3.4 A3.6 3.6 0 1 1 3.4 7 Z" fill="currentColor" />
    </>
  ),
  pause: (
    <>
      {ring}
      <path d="M5.6 4.9 V9.1 M8.4 4.9 V9.1" {...inRing} />
    </>
  ),
  clock: (
    <>
      {ring}
      <path d="M7 4 V7.2 L8.9 8.4" {...inRing} strokeLinejoin="round" />
    </>
  ),
  dot: (
    <>
      {ring}
      <circle cx="7" cy="7" r="2.3" fill="currentColor" />
    </>
  ),
  box: (
    <>
      {disc}
      <rect x="4.7" y="4.7" width="4.6" height="4.6" rx="0.8" {...onDisc} strokeWidth="1.4" />
    </>
  ),
  arrow: (
    <>
      {disc}
      <path d="M4.2 7 H9.6 M7.4 4.7 L9.7 7 L7.4 9.3" {...onDisc} strokeWidth="1.4" />
    </>
  ),
  tick: (
    <>
      {disc}
      <path d="M4.3 7.2 L6.2 9.1 L9.8 5.2" {...onDisc} />
    </>
  ),
  slash: (
    <>
      {ring}
      <path d="M4.6 9.4 L9.4 4.6" {...inRing} />
    </>
  ),
  alert: (
    <>
      {disc}
      <path d="M7 3.8 V7.3" {...onDisc} />
      <circle cx="7" cy="9.9" r="0.95" fill="var(--a-sheet)" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type GlyphShape = keyof typeof glyphShapes
