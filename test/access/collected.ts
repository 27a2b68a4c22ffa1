/** Groups the first elements of pairs by the second. */
export function collected<One, Key>(pairs: (readonly [One, Key])[]): Map<Key, One[]> {
  const lists = new Map<Key, One[]>()
  for (const [one, key] of pairs) {
    const list = lists.get(key)
    if (list) list.push(one)
    else lists.set(key, [one])
  }
  return lists
}
