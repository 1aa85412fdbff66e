/** Farther boxes come first, because nearer ones are drawn over them. `x`, `y`: the far corner of the lid. */
const boxes = [
  { x: 86, y: 374, tone: 1 },
  { x: 258, y: 374, tone: 2 },
  { x: 430, y: 374, tone: 3 },
  { x: 602, y: 374, tone: 1 },
  { x: 172, y: 424, tone: 1 },
  { x: 344, y: 424, tone: 2 },
  { x: 516, y: 424, tone: 4 },
  { x: 172, y: 249, tone: 3 },
  { x: 344, y: 249, tone: 4 },
  { x: 516, y: 249, tone: 2 },
  { x: 258, y: 125, tone: 2 },
  { x: 430, y: 125, tone: 3 },
  { x: 344, y: 0, tone: 5 },
] as const

/**
 * The stack of boxes on the login panel. It belongs on the `now` background and is the same in both themes.
 */
export function BoxesPicture({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 688 600" aria-hidden="true">
      {boxes.map(({ x, y, tone }) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <path d="M0 0 L86 50 L0 100 L-86 50 Z" fill={`var(--a-box-${tone})`} />
          <path d="M-86 50 L0 100 V175 L-86 125 Z" fill={`var(--a-box-${tone}-left)`} />
          <path d="M86 50 L0 100 V175 L86 125 Z" fill={`var(--a-box-${tone}-right)`} />
          <path d="M-48 28 L-38 22 L48 72 V100 H38 V78 Z" fill="var(--a-box-tape)" />
        </g>
      ))}
    </svg>
  )
}
