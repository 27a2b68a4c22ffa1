import type { FastifyRequest } from 'fastify'
import { withoutValues } from '#server/db/without-values.ts'
import { operationOf } from './answered.ts'

/** The part of a request that is logged. Its address may contain a phone number or the secret of a calendar. */
const logged = (request: FastifyRequest) => ({ method: request.method, operation: operationOf(request) })

/** How the server logs, in lines of JSON: nothing of what stands in rows and requests. */
export const serverLog = (log: true | { write: (line: string) => void }) => ({
  level: 'warn',
  serializers: { req: logged, err: withoutValues },
  hooks: {
    // Without a sentence, the log would take the message of the error, as it is.
    logMethod(this: unknown, words: unknown[], write: (this: unknown, ...words: unknown[]) => void) {
      const [first] = words
      write.apply(this, words.length === 1 && typeof first === 'object' ? [first, 'an unexpected error'] : words)
    },
  },
  ...(log !== true && { stream: log }),
})
