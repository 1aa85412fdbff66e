import type { MoySkladUserTie } from '@artel/contract/moysklad/moysklad.items'
import { isolated } from '@artel/contract/shapes/isolate'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { TwoLines } from '../../../ui/page/two-lines.tsx'
import { useTie } from './use-tie.ts'
import classes from './user-moysklad.module.css'

type Candidate = MoySkladUserTie['candidates'][number]

/** From this many candidates on a search field is shown. */
const searchedFrom = 8

/** The employees that a person may be, likely ones first. */
export function TieChoice({ userId, tie }: { userId: number; tie: MoySkladUserTie }) {
  const t = useTranslations('moySklad')
  const [search, setSearch] = useState('')
  const text = search.trim().toLowerCase()
  const fits = ({ name, email, position }: Candidate) =>
    [name, email, position].some((word) => word?.toLowerCase().includes(text))
  const found = tie.candidates.filter(fits)
  const likely = found.filter(({ matches }) => matches.length > 0)
  const others = found.filter(({ matches }) => matches.length === 0)
  if (tie.candidates.length === 0) return <p className={classes.hint}>{t('userNoOthers')}</p>
  return (
    <>
      {tie.candidates.length >= searchedFrom && (
        <div className={classes.search}>
          <SearchField
            label={t('userSearch')}
            placeholder={t('userSearch')}
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      {found.length === 0 && <p className={classes.hint}>{t('userNoneFound')}</p>}
      <Group title={t('userLikely')} candidates={likely} userId={userId} tie={tie} />
      <Group
        title={t(likely.length > 0 ? 'userOthers' : 'userChoose')}
        candidates={others}
        userId={userId}
        tie={tie}
      />
    </>
  )
}

type GroupProps = {
  title: string
  candidates: readonly Candidate[]
  userId: number
  tie: MoySkladUserTie
}

function Group({ title, candidates, userId, tie: state }: GroupProps) {
  const t = useTranslations('moySklad')
  const items = useTranslations('moySkladItems')
  const { tie, isBusy } = useTie(userId, state)
  if (candidates.length === 0) return null
  return (
    <>
      <h3 className={classes.group}>{title}</h3>
      <ul className={classes.candidates}>
        {candidates.map(({ moy_sklad_id, name, email, position, matches }) => (
          <li key={moy_sklad_id}>
            <span className={classes.words}>
              <TwoLines second={[position, email].filter((word) => word !== null).join(' · ')}>
                {name}
              </TwoLines>
              {matches.length > 0 && (
                <span className={classes.matches}>
                  {matches.map((match) => (
                    <Tag key={match} tone="info">
                      {items(match === 'name' ? 'match_name_employee' : `match_${match}`)}
                    </Tag>
                  ))}
                </span>
              )}
            </span>
            <Button
              variant="default"
              disabled={isBusy}
              aria-label={`${t('userTie')}: ${isolated(name)}`}
              onClick={() => tie(moy_sklad_id, name)}
            >
              {t('userTie')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
