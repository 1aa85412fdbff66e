import './league-tones.css'
import type { League } from '@artel/contract/achievements/achievements.line'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './league-emblem.module.css'

type LeagueProps = {
  league: League
  /** Height in pixels: 20 in rows, 30 to 40 on cards. */
  size?: number
}

/** A league as a box with more and more tape, so that it is readable without its colour. */
export function LeagueEmblem({ league, size = 20 }: LeagueProps) {
  const t = useTranslations('merits')
  const name = t(`league_${league}`)
  return (
    <span role="img" aria-label={name} title={name} className={classes.emblem} data-league={league}>
      <Box league={league} size={size} />
    </span>
  )
}

/** The emblem and the name of a league. */
export function LeagueName({ league, size = 20 }: LeagueProps) {
  const t = useTranslations('merits')
  return (
    <span className={classes.league} data-league={league}>
      <Box league={league} size={size} />
      <span className={classes.name}>{t(`league_${league}`)}</span>
    </span>
  )
}

function Box({ league, size = 20 }: LeagueProps) {
  return (
    <svg
      className={classes.box}
      style={{ width: (size * 30) / 34, height: size }}
      viewBox="0 0 30 34"
      aria-hidden="true"
    >
      <path d="M15 0 L30 8.5 L15 17 L0 8.5 Z" fill="var(--a-league-top)" />
      <path d="M0 8.5 L15 17 V34 L0 25.5 Z" fill="var(--a-league-left)" />
      <path d="M30 8.5 L15 17 V34 L30 25.5 Z" fill="var(--a-league-right)" />
      {tapes[league]}
    </svg>
  )
}

// Tapes over the lid from each side, and down the nearer face.
const crossed = (
  <path
    d="M6 5.1 L9 3.4 L24 11.9 V18.4 L21 20.1 V13.6 Z M21 3.4 L24 5.1 L9 13.6 V20.1 L6 18.4 V11.9 Z"
    fill="var(--a-league-tape)"
  />
)

const tapes: Record<League, ReactNode> = {
  bronze: null,
  silver: <path d="M6 5.1 L9 3.4 L24 11.9 L21 13.6 Z" fill="var(--a-league-right)" />,
  gold: crossed,
  platinum: (
    <>
      {crossed}
      <path d="M0 20.5 L15 29 L30 20.5 V23.5 L15 32 L0 23.5 Z" fill="var(--a-league-band)" />
    </>
  ),
  diamond: (
    <g fill="#fff">
      <path d="M15 0 L22.5 12.75 L15 17 L7.5 12.75 Z" opacity="0.55" />
      <path d="M0 8.5 L7.5 12.75 L0 25.5 Z" opacity="0.36" />
      <path d="M7.5 12.75 L15 17 V34 Z" opacity="0.16" />
      <path d="M22.5 12.75 L15 17 V34 Z" opacity="0.16" />
    </g>
  ),
}
