import type { MoySkladKind, MoySkladPart } from '@artel/contract/moysklad/moysklad.line'
import { Link } from '@tanstack/react-router'
import { rowNameLook } from '../../../ui/page/two-lines.tsx'

type OursLinkProps = { kind: MoySkladKind | MoySkladPart; ours: { id: number; title: string } }

/** The name of a linked record, with a link to its page. */
export function OursLink({ kind, ours: { id, title } }: OursLinkProps) {
  const params = { id: String(id) }
  if (kind === 'product' || kind === 'stock')
    return (
      <Link to="/set/$id" params={params} className={rowNameLook} title={title}>
        {title}
      </Link>
    )
  if (kind === 'employee')
    return (
      <Link to="/user/$id" params={params} className={rowNameLook} title={title}>
        {title}
      </Link>
    )
  return (
    <Link
      to={kind === 'store' ? '/settings/warehouses' : '/legal_entities'}
      search={{ search: title }}
      className={rowNameLook}
      title={title}
    >
      {title}
    </Link>
  )
}
