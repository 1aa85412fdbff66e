import { useFormat } from '../figures/format-context.tsx'

/**
 * A calendar opens at the company’s present day and marks it. The day that it marks by itself is that of the browser,
 * and does not show.
 */
export function useCalendarToday() {
  const today = useFormat().today()
  return {
    defaultDate: today,
    getDayProps: (day: string) => ({ 'data-present': day === today || undefined }),
  }
}
