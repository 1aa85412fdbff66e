/** A dashed outline in place of a missing box, photo or item. */
export function DashedBox({ size = 50 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 50 50" aria-hidden="true">
      <path
        d="M25 3 L45 14 V36 L25 47 L5 36 V14 Z M5 14 L25 25 L45 14 M25 25 V47"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeDasharray="3.6 3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
