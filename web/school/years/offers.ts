type Year = { id: string; active: boolean; completed: boolean; completedAt: string | null }

export const isCurrent = ({ active, completed }: Pick<Year, 'active' | 'completed'>) => active && !completed

/**
 * What years of a school are offered: while one is current, no other one becomes that. Of those that were completed only the one
 * that was completed last is reopened: it would stand in the way of any other.
 */
export function offersOf(years: readonly Year[]) {
  const free = !years.some(isCurrent)
  const [last] = years
    .filter(({ completed }) => completed)
    .toSorted((one, other) => (other.completedAt ?? '').localeCompare(one.completedAt ?? ''))
  return { add: free, activate: free, reopen: free ? (last?.id ?? null) : null }
}
