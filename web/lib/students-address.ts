/** The address of the list, narrowed as before, with what is open above it. */
export function leadingTo(query: URLSearchParams, name?: 'move' | 'statistics' | 'import', value = '') {
  const next = new URLSearchParams(query)
  for (const other of ['move', 'statistics', 'import', 'step', 'open', 'as', 'again']) next.delete(other)
  if (name) next.set(name, value)
  return `?${next}`
}

/** The page of a student for an older address of it, with the same part, filters and form. */
export function pageOfStudent(studentId: string, query: URLSearchParams) {
  const next = new URLSearchParams(query)
  next.delete('student')
  return `/students/${encodeURIComponent(studentId)}${next.size ? `?${next}` : ''}`
}

/** The same for a student of the list, whose page had the details and the official record as parts. */
export function fileOfStudent(studentId: string, query: URLSearchParams) {
  const open = query.get('open')
  const tab = query.get('part') === 'record' ? 'record' : 'file'
  return pageOfStudent(studentId, new URLSearchParams({ view: 'staff', tab, ...(open && { open }) }))
}
