import type { MoySkladItem } from '@artel/contract/moysklad/moysklad.items'
import { useTranslations } from 'use-intl'
import { Blank } from '../../../ui/figures/figures.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { TwoLines } from '../../../ui/page/two-lines.tsx'
import { failureText } from './failure-text.ts'
import classes from './items.module.css'
import { useFieldWords } from './use-field-words.ts'

/** The kind of a row in words. A bundle has a word of its own. */
export function useKindWord(): (item: Pick<MoySkladItem, 'kind' | 'is_bundle'>) => string {
  const t = useTranslations('moySkladItems')
  return ({ kind, is_bundle }) => t(is_bundle ? 'bundle' : `kindOne_${kind}`)
}

/** The second line of a row, which tells it from rows with the same name. */
export function useItemSubtitle(): (item: MoySkladItem) => string {
  const kindOf = useKindWord()
  return (item) => [kindOf(item), item.subtitle].filter((part) => part !== null && part !== '').join(' · ')
}

/** The linked record, the candidates, or the reason why there is none. */
export function OursCell({ item }: { item: MoySkladItem }) {
  const t = useTranslations('moySkladItems')
  const words = useFieldWords()
  const { tied_to, plan, candidates, failures, changes } = item
  const [wrong] = failures
  if (wrong)
    return (
      <span className={plan === 'invalid' ? classes.wrong : classes.open}>
        {failureText(wrong, words.nameOf)}
      </span>
    )
  if (plan === 'ambiguous')
    return (
      <span className={classes.open}>
        {candidates.length === 0 ? t('noCandidates') : t('candidates', { count: candidates.length })}
      </span>
    )
  const [likely] = candidates
  if (plan === 'tie' && likely) return <TwoLines second={likely.subtitle}>{likely.title}</TwoLines>
  if (!tied_to)
    return plan === 'create' ? <span className={classes.quiet}>{t('willCreate')}</span> : <Blank />
  const fields = changes.map(({ field }) => words.nameOf(field)).join(', ')
  const second = plan !== 'same' && fields !== '' ? t('changesOf', { fields }) : tied_to.subtitle
  return <TwoLines second={second}>{tied_to.title}</TwoLines>
}

export function GoneTag({ item }: { item: Pick<MoySkladItem, 'is_gone'> }) {
  const t = useTranslations('moySkladItems')
  return item.is_gone ? <Tag>{t('isGone')}</Tag> : null
}
