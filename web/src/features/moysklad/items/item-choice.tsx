import type { MoySkladItem } from '@artel/contract/moysklad/moysklad.items'
import { isolated } from '@artel/contract/shapes/isolate'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Tag } from '../../../ui/marks/tag.tsx'
import { TwoLines } from '../../../ui/page/two-lines.tsx'
import classes from './items.module.css'
import { OursField } from './ours-field.tsx'
import { OursLink } from './ours-link.tsx'
import { useDecide } from './use-decide.ts'

type ItemChoiceProps = { item: MoySkladItem; onDecided: () => void }

/** Decides what a row is: a candidate, another existing record, a new record, or ignored. */
export function ItemChoice({ item, onDecided }: ItemChoiceProps) {
  const t = useTranslations('moySkladItems')
  const { decide, isBusy } = useDecide(item, onDecided)
  const { kind, tied_to, candidates, decision, plan } = item
  const others = candidates.filter(({ id }) => id !== tied_to?.id)
  return (
    <>
      {tied_to && (
        <section>
          <h3 className={classes.heading}>{t('tiedTo')}</h3>
          <div className={classes.candidate}>
            <TwoLines second={tied_to.subtitle}>
              <OursLink kind={kind} ours={tied_to} />
            </TwoLines>
          </div>
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h3 className={classes.heading}>{t(plan === 'tie' ? 'willTie' : 'similar')}</h3>
          <ul className={classes.candidates}>
            {others.map((ours) => (
              <li key={ours.id} className={classes.candidate}>
                <span className={classes.candidateWords}>
                  <TwoLines second={ours.subtitle}>
                    <OursLink kind={kind} ours={ours} />
                  </TwoLines>
                  <span className={classes.matches}>
                    {ours.matches.map((match) => (
                      <Tag key={match} tone="info">
                        {t(
                          kind === 'employee' && match === 'name' ? 'match_name_employee' : `match_${match}`,
                        )}
                      </Tag>
                    ))}
                  </span>
                </span>
                <Button
                  variant="default"
                  disabled={isBusy}
                  aria-label={`${t('choose')}: ${isolated(ours.title)}`}
                  onClick={() => decide('tie', ours)}
                >
                  {t('choose')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <OursField
          kind={kind}
          label={t(`another_${kind}`)}
          isBusy={isBusy}
          onChoose={(ours) => decide('tie', ours)}
        />
        <div className={classes.ways}>
          {kind !== 'employee' && !tied_to && plan !== 'create' && (
            <Button variant="default" disabled={isBusy} onClick={() => decide('create')}>
              {t('create')}
            </Button>
          )}
          {decision !== 'ignore' && (
            <Button variant="default" disabled={isBusy} onClick={() => decide('ignore')}>
              {t('ignore')}
            </Button>
          )}
          {decision !== null && (
            <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => decide(null)}>
              {t('auto')}
            </Button>
          )}
        </div>
      </section>
    </>
  )
}
