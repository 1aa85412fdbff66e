import type { ProductLine } from '@artel/contract/stats/stats'
import { Link } from '@tanstack/react-router'
import { Code } from '../../../ui/page/code.tsx'
import { rowNameLook, TwoLines } from '../../../ui/page/two-lines.tsx'
import classes from '../charts/chart.module.css'
import { useMetricWords } from '../metrics/use-metric-words.ts'
import { OpenNumber } from '../rows/open-number.tsx'
import type { StatsState } from '../use-stats-state.ts'
import type { ProductRow } from './products-part.tsx'

/** A product with name and article, linked to its page. */
export function ProductLink({ product: { id, name, article } }: Pick<ProductLine, 'product'>) {
  return (
    <TwoLines second={<Code>{article}</Code>}>
      <Link to="/set/$id" params={{ id: String(id) }} className={rowNameLook} title={name}>
        {name}
      </Link>
    </TwoLines>
  )
}

/** A product with its figures on a phone. */
export function ProductCard({ line, asked }: { line: ProductRow; asked: StatsState['asked'] }) {
  const words = useMetricWords()
  return (
    <>
      <ProductLink product={line.product} />
      <dl className={classes.grid}>
        {(['units', 'tasks_done', 'task_seconds', 'norm_percent', 'returns'] as const).map((metric) => (
          <div key={metric}>
            <dt>{words.name(metric)}</dt>
            <dd>
              <OpenNumber rows={{ ...asked, metric, product_id: line.id }} value={line[metric]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
