import type { FastifyInstance, FastifyReply } from 'fastify'
import { busy } from '#server/base/errors.ts'

/** How long a call may take, in ms, unless its operation declares another time. */
const usualDeadline = 10_000

/**
 * Answers every call within its time limit, even if its function is still waiting. Fastify's own `handlerTimeout` cannot do
 * this: it is cleared by Node's "close" event of the request, which is emitted as soon as the body has been read.
 */
export function answerInTime(app: FastifyInstance, usual = usualDeadline) {
  app.addHook('onRoute', (route) => {
    const { handler, config } = route
    const ms = config?.operation?.lasts ?? usual
    route.handler = function (request, reply) {
      const answer: unknown = handler.call(this, request, reply)
      return answer instanceof Promise ? inTime(answer, ms, reply) : answer
    }
  })
}

/** The answer, or a refusal when the time is over. A later answer is ignored. */
function inTime(answer: Promise<unknown>, ms: number, reply: FastifyReply) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, refuse) => {
    timer = setTimeout(() => !hasBegun(reply) && refuse(busy('no answer in time')), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Once an answer has begun it cannot be refused; it may be a large file or a stream of events. */
const hasBegun = (reply: FastifyReply) => reply.sent || reply.raw.headersSent
