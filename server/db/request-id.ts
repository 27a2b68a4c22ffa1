import { CompiledQuery, type Kysely } from 'kysely'

/** Replaces a text: its parameter is the request to which a transaction belongs. */
export const namedText = '/* named */'

/**
 * Uses the id of the request as the application_name of a transaction. Must be called first; sends nothing. Only our own uuids
 * are accepted.
 */
export const nameTransaction = <Tables>(tx: Kysely<Tables>, requestId: string) =>
  tx.executeQuery(CompiledQuery.raw(namedText, [uuid.test(requestId) ? requestId : null]))

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
