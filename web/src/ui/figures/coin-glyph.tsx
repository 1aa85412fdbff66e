/** The brass coin with the letter from the logo. */
export function CoinGlyph({ size = 12 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true" style={{ flex: 'none' }}>
      <circle cx="6" cy="6" r="5.75" fill="var(--a-coin-mark)" />
      <circle cx="6" cy="6" r="4.1" fill="none" stroke="var(--a-coin-rim)" strokeWidth="0.8" />
      <path
        d="M4.3 8.1 L6 4.2 L7.7 8.1 M4.1 6.9 H7.9"
        fill="none"
        stroke="var(--a-coin-ink)"
        strokeWidth="0.95"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
