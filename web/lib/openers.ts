const search = 'kashkool-search'
const help = 'kashkool-help'

/** Opens the search; with the key of an action, it asks at once for whom. */
export const openSearch = (action?: string) => dispatchEvent(new CustomEvent(search, { detail: action }))

/** Opens the help on the current screen. */
export const openHelp = () => dispatchEvent(new Event(help))

/** For the part of the page that opens the search. Returns what ends it. */
export function onOpenSearch(open: (action: string | undefined) => void) {
  const hear = (event: Event) => open((event as CustomEvent<string | undefined>).detail ?? undefined)
  addEventListener(search, hear)
  return () => removeEventListener(search, hear)
}

/** The same for the help. */
export function onOpenHelp(open: () => void) {
  addEventListener(help, open)
  return () => removeEventListener(help, open)
}
