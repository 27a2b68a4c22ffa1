/** Most bytes of one upload, and what a file is called that can be read as a table. */
export const largest = 20 * 1024 * 1024
export const acceptedSheets = '.csv,.tsv,.txt,.xlsx,.zip'

/** Why a file cannot be an import, before any of it is sent; null when it may be. The sentences are the server's own. */
export function unfit({ name, size }: { name: string; size: number }) {
  if (!acceptedSheets.split(',').some((ending) => name.toLowerCase().endsWith(ending))) return 'kind'
  if (size > largest) return 'large'
  return size === 0 ? 'empty' : null
}
