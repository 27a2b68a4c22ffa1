import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { importLimits, uploadImport } from '#contract/imports/imports.ts'
import { importTooLarge } from '#server/call/errors.ts'
import { admitByHeaders } from '#server/call/bodies.ts'
import type { Run } from '#server/call/implement.ts'
import { answer, outcomeOf, type Served } from '#server/call/serve.ts'
import { uncounted } from '#server/call/limits.ts'
import { formParts, refuseForm, withForm } from './form.ts'
import type { importKinds } from '#contract/imports/import-shapes.ts'
import type { Incoming } from './uploads-under-way.ts'

type ImportKind = (typeof importKinds)[number]

/** What the domain of imports does for its upload: read a file, and keep what was found in it. */
export type Uploads = {
  keeping: (file: () => Promise<Buffer>, sheets: number[] | null, kind: ImportKind) => Promise<Run>
}

/** The upload of a table: a form of several parts with limits of its own, its answer JSON as any other. */
export function importRoutes(app: FastifyInstance, served: Served, { keeping }: Uploads, { underWay, scan }: Incoming) {
  const limits = { bytes: importLimits.bytes, tooLarge: importTooLarge, scan }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: { ...formParts, fileSize: importLimits.bytes, fieldSize: 2000 } })
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
            // Decided first, so that the server reads no file that the caller may not store; read outside any transaction.
            const called = { operation: uploadImport }
            const counted = { ...served, limits: uncounted }
            const nothing = async () => {}
            const decided = await outcomeOf(counted, { ...called, run: nothing, looking: true }, request, reply)
            if (!('decided' in decided)) return answer(decided, reply)
            const run = await keeping(file!.read, sheetsIn(request.body), kindIn(request.body))
            return answer(await outcomeOf(counted, { ...called, run }, request, reply), reply)
          })
        }),
    })
  })
}

/** The numbers of the sheets that a form names; the contract has validated them before. */
function sheetsIn(body: unknown) {
  const { sheets } = body as { sheets?: string }
  return sheets ? sheets.split(',').map(Number) : null
}

/** What the table brings; without a word, students. */
const kindIn = (body: unknown) => (body as { kind?: ImportKind }).kind ?? 'students'
