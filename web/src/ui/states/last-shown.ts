import { useState } from 'react'

/** The last non-null `value`, because it stays visible while its panel closes. */
export function useLastShown<Value>(value: Value | null): Value | null {
  const [shown, setShown] = useState(value)
  if (value !== null && value !== shown) setShown(value)
  return shown
}
