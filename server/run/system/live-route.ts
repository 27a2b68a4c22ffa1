import type { FastifyInstance } from 'fastify'
import { live, eventStream, type LiveTopic } from '#contract/platform/live/live.ts'
import { secretOf } from '#server/call/http.ts'
import { answer, outcomeOf, type Served } from '#server/call/serve.ts'
import { uncounted } from '#server/call/limits.ts'
import type { Caller } from '#server/access/caller.ts'
import type { LiveEvents } from '#server/platform/live/port.ts'

type Context = { user: Caller; input: { id: string } }

/** Live events as a stream (text/event-stream). Each topic of a request is authorised as if it were a call of its own. */
export function liveRoute(app: FastifyInstance, served: Served, domain: LiveEvents) {
  app.addHook('onListen', async () => domain.start())
  app.addHook('preClose', () => domain.stop())
  app.route({
    method: 'GET',
    url: `/${eventStream.path}`,
    exposeHeadRoute: false,
    config: { operation: eventStream },
    handler: async (request, reply) => {
      const named = Object.keys(live).filter((topic) => (request.query as object)[topic as never]) as LiveTopic[]
      const topics: { topic: LiveTopic; id: string }[] = []
      let caller!: Caller
      for (const topic of named.length > 0 ? named : [null]) {
        const outcome = await outcomeOf(
          topics.length === 0 ? served : { ...served, limits: uncounted },
          {
            operation: eventStream,
            exactly: async (_, input) => domain.exactly(topic, input),
            run: async ({ user, input: { id } }: Context) => {
              domain.admit(topic!, user, id)
              topics.push({ topic: topic!, id })
              caller = user
            },
            looking: true,
          },
          request,
          reply,
        )
        if (!('decided' in outcome)) return answer(outcome, reply)
      }
      await domain.open({
        caller,
        secret: secretOf(request)!,
        topics,
        begin() {
          reply.hijack()
          return reply.raw.writeHead(200, { ...reply.getHeaders(), ...headers } as Record<string, string>)
        },
      })
    },
  })
}

/** No proxy may buffer the events; and the connection closes with the answer, so that a server that stops need not wait for it. */
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no',
  connection: 'close',
}
