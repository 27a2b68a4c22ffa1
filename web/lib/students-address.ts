/** The address of the list, narrowed as before, with what is open above it, such as whose screen. */
export function leadingTo(query: URLSearchParams, name?: 'student' | 'move' | 'statistics' | 'import', value = '') {
  const next = new URLSearchParams(query)
  for (const other of ['student', 'part', 'move', 'statistics', 'import', 'step', 'open']) next.delete(other)
  if (name) next.set(name, value)
  return `?${next}`
}
