import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DialogButtons, DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import type { FillProps } from './fill-from-wildberries.tsx'
import { FoundPhotos } from './found-photos.tsx'
import { filledOf, type Offer, offersOf } from './offers.ts'
import type { Found } from './use-look-up.ts'
import classes from './wildberries.module.css'

type FoundItemProps = Omit<FillProps, 'id'> & { found: Found; close: () => void }

/** The found item, and a choice of the fields to fill. */
export function FoundItem({ found: { item, photos }, form, hasPhotos, onFill, close }: FoundItemProps) {
  const t = useTranslations('wildberries')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [takesPhotos, setTakesPhotos] = useState(!hasPhotos)
  const [isFilling, setIsFilling] = useState(false)
  const offers = offersOf(item, form)
  const fill = async () => {
    setIsFilling(true)
    onFill(filledOf(item, form, chosen), takesPhotos ? await photos : [])
    close()
  }
  const choose = (name: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(name)
    else next.delete(name)
    setChosen(next)
  }
  const fresh = offers.filter(({ present }) => present === null)
  const other = offers.filter(({ present }) => present !== null)
  const isNothing = offers.length === 0 && item.photos.length === 0
  return (
    <section className={classes.found} aria-label={t('found')}>
      <h3 className={classes.name}>{item.name === '' ? String(item.id) : item.name}</h3>
      {item.photos.length > 0 && <FoundPhotos photos={photos} expected={item.photos.length} />}
      {isNothing && <DialogText>{t('nothingNew')}</DialogText>}
      <FreshOffers offers={fresh} />
      <OtherOffers offers={other} chosen={chosen} choose={choose} />
      {item.photos.length > 0 && hasPhotos && (
        <Checkbox
          label={t('addPhotos')}
          checked={takesPhotos}
          onChange={(event) => setTakesPhotos(event.currentTarget.checked)}
        />
      )}
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={close}>
          {t('leave')}
        </Button>
        <Button loading={isFilling} onClick={() => void fill()}>
          {t('fill')}
        </Button>
      </DialogButtons>
    </section>
  )
}

function FreshOffers({ offers }: { offers: readonly Offer[] }) {
  const t = useTranslations('wildberries')
  if (offers.length === 0) return null
  return (
    <Facts>
      {offers.map(({ name, value }) => (
        <Fact key={name} name={t(`field_${name}`)}>
          <span className={classes.value}>{value}</span>
        </Fact>
      ))}
    </Facts>
  )
}

type OtherOffersProps = {
  offers: readonly Offer[]
  chosen: ReadonlySet<string>
  choose: (name: string, isChosen: boolean) => void
}

function OtherOffers({ offers, chosen, choose }: OtherOffersProps) {
  const t = useTranslations('wildberries')
  if (offers.length === 0) return null
  return (
    <Checkbox.Group label={t('replace')} value={[...chosen]}>
      <div className={classes.choices}>
        {offers.map(({ name, value, present }) => (
          <Checkbox
            key={name}
            value={name}
            label={<span className={classes.value}>{`${t(`field_${name}`)}: ${value}`}</span>}
            description={<span className={classes.value}>{t('present', { value: present ?? '' })}</span>}
            onChange={(event) => choose(name, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
