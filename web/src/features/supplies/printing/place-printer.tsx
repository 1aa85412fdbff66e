import { type LabelSize, labelSizes } from '@artel/contract/supplies/supplies.line'
import { ActionIcon, Button } from '@mantine/core'
import { IconPrinter, IconPrinterOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SelectField, SwitchField } from '../../../forms/choices/choice-fields.tsx'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import type { PlacePrinter } from './place-printer.ts'
import { usePrintSteps, usePrintWords } from './print-parts.tsx'
import classes from './printing.module.css'
import type { PlacePrinting } from './use-place-printing.ts'

/** The printer of the packing place and the state of its last label. Nothing without printers. */
export function PlacePrinterState({ printing }: { printing: PlacePrinting }) {
  const t = useTranslations('printing')
  const { printers, place, shown } = printing
  if (printers.length === 0) return null
  const name = place.name === null ? t('placeNone') : t('placeIs', { printer: place.name })
  const Icon = place.name === null ? IconPrinterOff : IconPrinter
  const choose = () => openDialog(t('placeTitle'), (close) => <PlaceForm printing={printing} close={close} />)
  return (
    <span className={classes.place}>
      <ActionIcon className={classes.button ?? ''} size={44} aria-label={name} title={name} onClick={choose}>
        <Icon size={22} stroke={1.6} />
      </ActionIcon>
      {shown && <Shown printing={printing} print={shown} />}
    </span>
  )
}

type ShownProps = { printing: PlacePrinting; print: NonNullable<PlacePrinting['shown']> }

function Shown({ printing, print }: ShownProps) {
  const t = useTranslations('printing')
  const { again, isBusy } = usePrintSteps(printing.remember)
  const { status, box_number: number } = print
  const { reason, state } = usePrintWords()(print)
  return (
    <span className={classes.state} data-state={reason === null ? status : 'trouble'} role="status">
      <span>{number === null ? state : t('boxState', { number, state })}</span>
      {(status === 'failed' || status === 'unknown') && print.can.again && (
        <Button variant="subtle" size="compact-sm" loading={isBusy} onClick={() => again(print)}>
          {t('again')}
        </Button>
      )}
    </span>
  )
}

type PlaceFormProps = { printing: PlacePrinting; close: () => void }

/** Chooses the printer of this place. A choice counts at once, so there is nothing to save. */
function PlaceForm({ printing, close }: PlaceFormProps) {
  const t = useTranslations('printing')
  const { printers, setPlace } = printing
  // The dialog is drawn outside of the page, so it keeps what it shows.
  const [place, setShown] = useState(printing.place)
  const change = (changed: Partial<PlacePrinter>) => {
    const next = { ...place, ...changed }
    setShown(next)
    setPlace(next)
  }
  return (
    <div className={classes.form}>
      <SelectField<string>
        name="printer"
        error={undefined}
        label={t('printer')}
        hint={t('placeHint')}
        none={t('placeNot')}
        value={place.name}
        onChange={(name) => change({ name })}
        options={printers.map(({ name }) => ({ value: name, label: name }))}
      />
      <SelectField<LabelSize>
        name="size"
        error={undefined}
        label={t('size')}
        value={place.size}
        onChange={(size) => size && change({ size })}
        options={labelSizes.map((value) => ({
          value,
          label: t('sizeOf', { size: value.replace('x', '×') }),
        }))}
      />
      <SwitchField
        name="auto"
        error={undefined}
        label={t('auto')}
        hint={t('autoHint')}
        value={place.isAuto}
        onChange={(isAuto) => change({ isAuto })}
      />
      <Button onClick={close}>{t('close')}</Button>
    </div>
  )
}
