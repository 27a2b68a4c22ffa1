/**
 * The rows of pages that were read one after the other. What came above them meanwhile pushes rows on to the next page: a
 * row that stands there already is no second one.
 */
export function joined(pages: unknown[][]): unknown[] {
  const seen = new Set<string>()
  return pages.flat().filter((row) => {
    const id = (row as { id?: unknown } | null)?.id
    if (typeof id !== 'string') return true
    return !seen.has(id) && seen.add(id)
  })
}
