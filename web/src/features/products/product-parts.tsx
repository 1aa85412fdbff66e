import type { ProductBrief } from '@artel/contract/products/products.brief'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/send/media.ts'
import { Tag } from '../../ui/marks/tag.tsx'
import { Thumb } from '../../ui/media/thumb.tsx'
import { Code } from '../../ui/page/code.tsx'
import { rowNameLook, TwoLines } from '../../ui/page/two-lines.tsx'
import classes from './product-parts.module.css'

type ProductNameProps = {
  product: Pick<ProductBrief, 'id' | 'name' | 'article' | 'photo'>
  /** Size of the picture, px: 30 in rows, 44 on cards. */
  size?: 30 | 44
  isOff?: boolean
}

/** A product with picture, name and article, linked to its page. */
export function ProductName({ product, size = 30, isOff = false }: ProductNameProps) {
  const t = useTranslations('products')
  const address = useMediaAddress()
  const { id, name, article, photo } = product
  return (
    <span className={classes.name}>
      <Thumb src={address(photo, 'small')} size={size} />
      <TwoLines second={<Code>{article}</Code>}>
        <span className={classes.nameLine}>
          <Link to="/set/$id" params={{ id: String(id) }} className={rowNameLook} title={name}>
            {name}
          </Link>
          {isOff && <Tag>{t('off')}</Tag>}
        </span>
      </TwoLines>
    </span>
  )
}
