import type { Box, Inspection } from '@artel/contract/supplies/supplies'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useMediaItems } from '../../../api/send/media.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { MediaOpener } from '../../../ui/media/media-opener.tsx'
import { openMedia } from '../../../ui/media/open-media.tsx'
import { PersonLink } from '../../users/users.tsx'
import classes from './inspections.module.css'

/** Who has counted a box again, what was missing, and whose pieces. Nothing until somebody has. */
export function InspectionList({ supplyId, box }: { supplyId: number; box: Box }) {
  const t = useTranslations('supplies')
  const { data } = useCall('supplies.inspections', { params: { supply_id: supplyId, id: box.id } })
  if (!data || data.inspections.length === 0) return null
  return (
    <section className={classes.list}>
      <h3 className={classes.title}>{t('inspections')}</h3>
      {data.inspections.map((one) => (
        <InspectionItem key={one.id} inspection={one} />
      ))}
    </section>
  )
}

function InspectionItem({ inspection }: { inspection: Inspection }) {
  const t = useTranslations('supplies')
  const format = useFormat()
  const { user, created_at, comment, lines, people } = inspection
  const wrong = lines.filter(({ packed, found }) => packed !== found)
  return (
    <article className={classes.item}>
      <div className={classes.who}>
        <PersonLink person={user} />
        <DateText value={created_at} withTime tone="quiet" />
        <Tag tone={wrong.length === 0 ? 'ok' : 'warn'}>
          {t(wrong.length === 0 ? 'inspectionRight' : 'inspectionWrong')}
        </Tag>
      </div>
      {wrong.length > 0 && (
        <ul className={classes.wrong}>
          {wrong.map(({ product, packed, found }) => (
            <li key={product.id}>
              <bdi>{product.name}</bdi>: {t('inspectionOf', { found, packed })}
            </li>
          ))}
        </ul>
      )}
      {people
        .filter(({ missing }) => missing > 0)
        .map((packer) => (
          <p key={packer.user.id} className={classes.packer}>
            <PersonLink person={packer.user} />{' '}
            {t('inspectionMissing', { missing: format.number(packer.missing), count: packer.pieces })}
          </p>
        ))}
      {comment !== '' && <p className={classes.comment}>{comment}</p>}
      <Photos inspection={inspection} />
    </article>
  )
}

function Photos({ inspection: { multimedia } }: { inspection: Inspection }) {
  const t = useTranslations('supplies')
  const items = useMediaItems()(multimedia)
  if (items.length === 0) return null
  return (
    <ul className={classes.photos} aria-label={t('inspectPhotos')}>
      {items.map((item, index) => (
        <li key={item.id}>
          <MediaOpener item={item} onOpen={() => openMedia(items, index, t('inspectPhotos'))} />
        </li>
      ))}
    </ul>
  )
}
