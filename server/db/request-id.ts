import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Does the work as that of a request, whose id its transactions carry as their application_name. */
export const inRequest = <T>(id: string, work: () => T): T => current.run(id, work)

/** The statement that names the request of now in the database; nothing outside of one. Ids are our own uuids. */
export function naming(): string {
  const id = current.getStore()
  return id && /^[0-9a-f-]{36}$/.test(id) ? `set local application_name = '${id}'; ` : ''
}
