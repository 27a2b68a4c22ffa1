import type { Item } from './Dropdown.tsx'

/** What has a name, as choices in the order it came in. */
export const itemsOf = (named: readonly { id: string; name: string }[]): Item[] =>
  named.map(({ id, name }) => ({ value: id, label: name }))
