import type { MoySkladPart } from '@artel/contract/moysklad/moysklad.line'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from '../moysklad.module.css'
import { PartIcon } from '../part-icon.tsx'
import { useConnect } from './use-connection-steps.tsx'

const shown: readonly MoySkladPart[] = ['product', 'stock', 'store', 'organization', 'employee']

/** Shown without a connection: what the exchange brings, and what it needs. */
export function Intro() {
  const t = useTranslations('moySklad')
  const connect = useConnect(null)
  return (
    <div className={classes.scroll}>
      <div className={classes.intro}>
        <section>
          <h2 className={classes.headline}>{t('introTitle')}</h2>
          <p className={classes.lead}>{t('introText')}</p>
          <Button onClick={() => void connect()}>{t('connect')}</Button>
        </section>
        <section>
          <h3 className={classes.heading}>{t('introBrings')}</h3>
          <ul className={classes.brings}>
            {shown.map((part) => (
              <li key={part}>
                <PartIcon part={part} />
                {t(`brings_${part}`)}
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className={classes.heading}>{t('introHow')}</h3>
          <ol className={classes.how}>
            <li>{t('how1')}</li>
            <li>{t('how2')}</li>
            <li>{t('how3')}</li>
          </ol>
        </section>
      </div>
    </div>
  )
}
