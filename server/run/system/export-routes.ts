import type { FastifyInstance, FastifyReply } from 'fastify'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { importTemplate } from '#contract/exchange/exports/import-template.ts'
import { exportSchoolFolder } from '#contract/exchange/exports/school-folder.ts'
import { toWire } from '#contract/language/wire-names.ts'
import { answer, type Outcome, outcomeOf, type Served } from '#server/call/serve.ts'
import type { Exports, FileOf } from '#server/exchange/exports/port.ts'

type Threads = { make: (script: URL, content: unknown, abandoned: AbortSignal) => Promise<Buffer> }

/** Lists, the table an import starts from, and a whole school as files: JSON comes in, CSV, XLSX or ZIP goes out. */
export function exportRoutes(app: FastifyInstance, served: Served, domain: Exports, { make }: Threads) {
  const sent = sentBy(make)
  app.route({
    method: exportList.method,
    url: `/${exportList.path}`,
    config: { operation: exportList },
    handler: async (request, reply) => {
      const { exactly, run, file } = domain.list()
      return sent(await outcomeOf(served, { operation: exportList, exactly, run }, request, reply), reply, file)
    },
  })
  for (const [operation, made] of [
    [importTemplate, domain.template],
    [exportSchoolFolder, domain.folder],
  ] as const)
    app.route({
      method: operation.method,
      url: `/${operation.path}`,
      config: { operation },
      handler: async (request, reply) => {
        const { run, file } = made()
        return sent(await outcomeOf(served, { operation, run }, request, reply), reply, file)
      },
    })
}

const sentBy = (make: Threads['make']) => async (outcome: Outcome, reply: FastifyReply, fileOf: FileOf) => {
  if (!('rows' in outcome)) return answer(outcome, reply)
  const { rows, shape } = outcome
  // The caller has left, or was answered that it takes too long.
  const abandoned = new AbortController()
  if (reply.raw.destroyed) abandoned.abort()
  reply.raw.once('close', () => abandoned.abort())
  const { name, type, content } = await fileOf(shape ? toWire(shape, rows, { aliases: true }) : rows, (script, whole) =>
    make(script, whole, abandoned.signal),
  )
  const plain = name.replace(/[^\w.-]+/g, '_')
  return reply
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .type(type)
    .send(content)
}
