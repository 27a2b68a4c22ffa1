/** The maximum size of an upload in bytes, and the extensions of files that can be read as a table. */
export const largest = 20 * 1024 * 1024
export const acceptedSheets = '.csv,.tsv,.txt,.text,.xlsx,.xls,.xlsm,.xlsb,.ods,.htm,.html,.xml,.zip'

/** Why a file cannot be imported, before it is sent; null if it can. The sentences are the same as the server's. */
export function unfit({ name, size }: { name: string; size: number }) {
  if (!acceptedSheets.split(',').some((ending) => name.toLowerCase().endsWith(ending))) return 'kind'
  if (size > largest) return 'large'
  return size === 0 ? 'empty' : null
}
