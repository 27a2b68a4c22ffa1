import { CompiledQuery, type Kysely } from 'kysely'

/** In place of a text: its parameter is the request that a transaction belongs to. */
export const namedText = '/* named */'

/**
 * Lets a transaction carry the id of its request as its application_name. To be called first; sends nothing. Anything but
 * one of our own uuids is no name.
 */
export const nameTransaction = <Tables>(tx: Kysely<Tables>, requestId: string) =>
  tx.executeQuery(CompiledQuery.raw(namedText, [uuid.test(requestId) ? requestId : null]))

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
