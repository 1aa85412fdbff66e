import '@mantine/charts/styles.css'
import { CompositeChart } from '@mantine/charts'
import classes from './chart.module.css'
import type { ChartLine, ChartPoint } from './chart-types.ts'

type LineChartProps = {
  /** Describes the chart for screen readers. */
  label: string
  points: readonly ChartPoint[]
  lines: readonly ChartLine[]
  formatTick: (value: number) => string
  formatValue: (value: number | null) => string
  height: number
  /** The values are counted in each point on its own, so nothing lies between two points. */
  isCounted: boolean
  /** A reference value, drawn as a horizontal line. */
  norm?: { at: number; name: string }
  onOpen?: (point: number) => void
}

const canHover = () => matchMedia('(hover: hover)').matches

const keyOf = (line: number) => `line${line}`

/**
 * Figures over the same points. Counts are bars, other figures a filled line. Several current figures are lines, because
 * bars of many would hide each other. Arrow keys move between points and announce each.
 */
export function LineChart(props: LineChartProps) {
  const { label, points, lines, isCounted, onOpen, height, norm, ...format } = props
  const data = points.map(({ values }, index) => ({
    index,
    ...Object.fromEntries(values.map((value, line) => [keyOf(line), value])),
  }))
  const areAlike = lines.filter(({ isBefore }) => !isBefore).length > 1
  // The chart passes the name on to its element, but its types lack it.
  const name = { 'aria-label': label }
  return (
    <CompositeChart
      h={height}
      className={classes.chart ?? ''}
      data={data}
      dataKey="index"
      series={lines.map(({ color, isBefore }, line) => ({
        name: keyOf(line),
        color: isBefore ? 'var(--a-mute-mark)' : color,
        type: isBefore || areAlike ? 'line' : isCounted ? 'bar' : 'area',
        ...(isBefore && { strokeDasharray: '4 4' }),
      }))}
      curveType={isCounted ? 'linear' : 'monotone'}
      areaProps={{ fillOpacity: 0.14 }}
      barProps={{ radius: [3, 3, 0, 0], fillOpacity: 0.85 }}
      maxBarWidth={28}
      lineProps={({ strokeDasharray }) => (strokeDasharray === undefined ? {} : { strokeWidth: 1.5 })}
      // A single point has no line, so it needs a dot.
      dotProps={{ r: points.length === 1 ? 4 : 0 }}
      activeDotProps={{ r: 4, strokeWidth: 2 }}
      connectNulls={false}
      {...(norm && {
        referenceLines: [{ y: norm.at, label: norm.name, color: 'var(--a-ink-3)', strokeDasharray: '2 3' }],
      })}
      tickLine="none"
      strokeDasharray="0"
      gridColor="var(--a-line)"
      textColor="var(--a-ink-3)"
      xAxisProps={{
        tickFormatter: (index: number) => points[index]?.tick ?? '',
        minTickGap: 14,
        interval: 'preserveStartEnd',
        padding: { left: 6, right: 6 },
      }}
      yAxisProps={{ width: 'auto', tickFormatter: format.formatTick, tickCount: 5, allowDecimals: true }}
      tooltipProps={{
        position: {},
        content: ({ active, label: index }) => {
          const point = points[Number(index)]
          return active && point ? <Tip point={point} lines={lines} {...format} /> : null
        },
      }}
      composedChartProps={{
        margin: { top: 8, right: 8, bottom: 4, left: 12 },
        ...name,
        onClick: ({ activeTooltipIndex }) => {
          // On a touch screen a touch shows the tooltip, and the rows are opened from the table.
          if (canHover() && activeTooltipIndex !== null && activeTooltipIndex !== undefined)
            onOpen?.(Number(activeTooltipIndex))
        },
      }}
    />
  )
}

type TipProps = {
  point: ChartPoint
  lines: readonly ChartLine[]
  formatValue: (value: number | null) => string
}

function Tip({ point, lines, formatValue }: TipProps) {
  const hasBefore = lines.some(({ isBefore }) => isBefore)
  return (
    <div className={classes.tip} role="status">
      {!hasBefore && <div className={classes.tipTitle}>{point.title}</div>}
      {lines.map(({ name, color, isBefore }, line) => (
        <div key={name} className={classes.tipLine}>
          <span
            className={classes.swatch}
            data-before={isBefore || undefined}
            style={{ borderColor: isBefore ? undefined : color }}
          />
          <span>{hasBefore ? (isBefore ? point.beforeTitle : point.title) : name}</span>
          <b>{formatValue(point.values[line] ?? null)}</b>
        </div>
      ))}
    </div>
  )
}
