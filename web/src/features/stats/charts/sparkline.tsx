import classes from '../metrics/metric-strip.module.css'
import type { AskedGraph } from '../use-graph.ts'
import { useGraph } from '../use-graph.ts'

const width = 54
const height = 22

/** A small line of the figure over its days. The chart shows the details. */
export function Sparkline({ asked, isBad }: { asked: AskedGraph; isBad: boolean }) {
  const values = useGraph(asked).data?.lines[0]?.values ?? []
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  if (known.length < 2) return <span className={classes.spark} />
  const numbers = known.map(({ value }) => value)
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const x = (index: number) => 1 + (index / (values.length - 1)) * (width - 2)
  // A constant value is drawn in the middle.
  const y = (value: number) =>
    high === low ? height / 2 : 2 + ((high - value) / (high - low)) * (height - 4)
  return (
    <svg
      className={classes.spark}
      data-bad={isBad || undefined}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <polyline points={known.map(({ value, index }) => `${x(index)},${y(value)}`).join(' ')} />
    </svg>
  )
}
