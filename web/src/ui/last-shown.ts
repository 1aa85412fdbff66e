import { useState } from 'react'

/** What `value` was last: it is still to be seen while its panel closes. */
export function useLastShown<Value>(value: Value | null): Value | null {
  const [shown, setShown] = useState(value)
  if (value !== null && value !== shown) setShown(value)
  return shown
}
