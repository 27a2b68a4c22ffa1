import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { importLimits, uploadImport } from '#contract/exchange/imports/imports.ts'
import { importTooLarge } from '#server/base/errors.ts'
import { admitByHeaders } from '#server/call/bodies.ts'
import { answer, outcomeOf, type Served } from '#server/call/serve.ts'
import { uncounted } from '#server/call/limits.ts'
import { formParts, refuseForm, withForm } from './form.ts'
import type { Incoming } from './uploads-under-way.ts'
import type { ImportKind } from '#server/exchange/imports/imports.queries.ts'
import type { FormParts, Uploads } from '#server/exchange/imports/port.ts'

/** The upload of a table: a multipart form with its own limits, answered as JSON like any operation. */
export function importRoutes(app: FastifyInstance, served: Served, { keeping }: Uploads, { underWay, scan }: Incoming) {
  const limits = { bytes: importLimits.bytes, tooLarge: importTooLarge, scan }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: { ...importParts, fileSize: importLimits.bytes, fieldSize: 2000 } })
    scope.route({
      method: uploadImport.method,
      url: `/${uploadImport.path}`,
      config: { operation: uploadImport },
      bodyLimit: importLimits.bytes + 64 * 1024,
      handler: (request, reply) =>
        underWay(request, async () => {
          refuseForm(request, limits)
          await admitByHeaders(served, uploadImport, request)
          return withForm(request, limits, async (file) => {
            // Access is decided first, so that the server does not parse files of callers who may not store them. The file is
            // parsed outside any transaction.
            const called = { operation: uploadImport }
            const counted = { ...served, limits: uncounted }
            const nothing = async () => {}
            const decided = await outcomeOf(counted, { ...called, run: nothing, looking: true }, request, reply)
            if (!('decided' in decided)) return answer(decided, reply)
            const run = await keeping(file!.read, kindIn(request.body), partsIn(request.body))
            return answer(await outcomeOf(counted, { ...called, run }, request, reply), reply)
          })
        }),
    })
  })
}

/** The school, the name of the file, its kind, and three choices, beside the file. */
const importParts = { ...formParts, fields: 6, parts: 7 }

/** What a form chose of the file, which the contract has already validated. */
function partsIn(body: unknown): FormParts {
  const { sheets, hiddenRows, lists } = body as { sheets?: string } & Omit<FormParts, 'sheets'>
  return { hiddenRows, lists, sheets: sheets ? sheets.split(',').map(Number) : null }
}

/** What the rows of the table are; students if the form does not say. */
const kindIn = (body: unknown) => (body as { kind?: ImportKind }).kind ?? 'students'
