import type { FastifyInstance } from 'fastify'
import { hashOf } from '#server/access/authorise.ts'
import { programSecretIn } from '#server/access/program.ts'
import { revokeShownProgram } from '#server/access/program.queries.ts'
import { forbidden } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'

/**
 * Refuses a request whose address contains the secret of a program, and revokes its key: addresses are kept by proxies, browsers and logs, so
 * it is no secret any more.
 */
export function refuseShownSecrets(app: FastifyInstance, db: Db) {
  app.addHook('onRequest', async ({ url }) => {
    const secret = programSecretIn(url)
    if (secret === null) return
    await revokeShownProgram(db, hashOf(secret))
    throw forbidden('A key of a program does not belong into an address; it has been revoked')
  })
}
