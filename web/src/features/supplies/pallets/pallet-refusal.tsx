import { Button } from '@mantine/core'
import { IconAlertOctagonFilled, IconPackageOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Kbd } from '../../../ui/marks/tag.tsx'
import classes from '../packing/packing-refusal.module.css'
import { useRefusalKeys } from '../use-refusal-keys.ts'
import type { Loading } from './use-pallet.ts'
import type { RefusedBox } from './use-pallet-queue.ts'

type PalletRefusalProps = { loading: Loading; refused: RefusedBox }

/** Covers the screen after a refused box until a person acknowledges it. */
export function PalletRefusal({ loading, refused }: PalletRefusalProps) {
  const t = useTranslations('pallets')
  const { acknowledge, boxOf, pallets, pallet, all } = loading
  const screen = useRef<HTMLDivElement>(null)
  useRefusalKeys(acknowledge)
  // Focus the screen itself, so that no key presses a button by accident.
  useEffect(() => screen.current?.focus(), [])
  const box = boxOf(refused.barcode)
  // The pallet where the box stands, as far as this page knows.
  const waiting = all.findLast(({ id, barcode }) => id !== refused.id && barcode === refused.barcode)
  const other = pallets.find(({ id }) => id === (waiting?.pallet_id ?? box?.pallet_id))
  const { title, text } = useWords(refused, box?.number ?? 0, other?.number)
  const isOther = refused.refusal.code === 'on_other_pallet'
  const mayMove = isOther && other && other.id !== pallet?.id && other.closed_at === null && pallet?.can.load
  const Glyph = isOther || isForeign(refused) ? IconPackageOff : IconAlertOctagonFilled
  return (
    <div
      ref={screen}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="refusal-title"
      aria-describedby="refusal-text"
      tabIndex={-1}
      className={classes.screen}
    >
      <div className={classes.content}>
        <Glyph className={classes.glyph} size={76} aria-hidden="true" />
        <div className={classes.words}>
          <h2 id="refusal-title" className={classes.title}>
            {title}
          </h2>
          <p id="refusal-text" className={classes.text}>
            {text}
          </p>
        </div>
        <div className={classes.thing}>
          <span className={classes.thingWords}>
            <b>{box ? t('box', { number: box.number }) : t('scanned')}</b>
            <span className={classes.code}>{refused.barcode}</span>
          </span>
        </div>
        <div className={classes.buttons}>
          <Button className={classes.main ?? ''} rightSection={<Kbd>Esc</Kbd>} onClick={acknowledge}>
            {t('ok')}
          </Button>
          {mayMove && (
            <Button
              className={classes.other ?? ''}
              onClick={() => {
                acknowledge()
                loading.move(refused.barcode, other.id)
              }}
            >
              {t('moveHere')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

const isForeign = ({ refusal: { code, field } }: RefusedBox) =>
  code === 'no_such_box' || (code === 'invalid' && field === 'barcode')

function useWords(
  refused: RefusedBox,
  number: number,
  other: number | undefined,
): { title: string; text: string } {
  const t = useTranslations('pallets')
  const { code, message } = refused.refusal
  if (isForeign(refused)) return { title: t('refused_foreign'), text: t('refused_foreign_text') }
  switch (code) {
    case 'box_open':
      return { title: t('refused_open'), text: message || t('refused_open_text', { number }) }
    case 'on_other_pallet':
      return {
        title: t('refused_other'),
        text:
          other === undefined
            ? message || t('refused_other_unknown')
            : t('refused_other_text', { pallet: other }),
      }
    case 'pallet_closed':
      return { title: t('refused_closed'), text: t('refused_closed_text') }
    case 'wrong_state':
      return { title: t('refused_stopped'), text: t('refused_stopped_text') }
    case 'not_found':
      return { title: t('refused_gone'), text: t('refused_gone_text') }
    default:
      return { title: t('refused_else'), text: `${message} ${t('putAside')}`.trim() }
  }
}
