import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { importLimits, uploadImport } from '#contract/exchange/imports/imports.ts'
import { uploadWeek, weekFileLimits } from '#contract/exchange/imports/week-files.ts'
import { statementLimits, uploadStatement } from '#contract/money/fees/statements.ts'
import type { Operation } from '#contract/language/operation.ts'
import { attachmentTooLarge, importTooLarge, statementTooLarge } from '#server/base/errors.ts'
import { admitByHeaders } from '#server/call/bodies.ts'
import type { Run } from '#server/call/implement.ts'
import { answer, outcomeOf, type Served } from '#server/call/serve.ts'
import { uncounted } from '#server/call/limits.ts'
import { formParts, type FormLimits, refuseForm, withForm } from './form.ts'
import type { Incoming } from './uploads-under-way.ts'
import type { ImportKind } from '#server/exchange/imports/imports.queries.ts'
import type { FormParts, Uploads } from '#server/exchange/imports/port.ts'
import type { WeekUploads } from '#server/exchange/imports/weeks/port.ts'

/** How a file that was uploaded is read, and what is done with it. */
type Statements = (file: () => Promise<Buffer>) => Promise<Run>

/** The uploads of tables and of weeks: a multipart form with its own limits, answered as JSON like any operation. */
export function importRoutes(
  app: FastifyInstance,
  served: Served,
  { keeping, reading, statements }: Uploads & WeekUploads & { statements: Statements },
  incoming: Incoming,
) {
  const { scan } = incoming
  formRoute(app, served, incoming, {
    operation: uploadImport,
    limits: { bytes: importLimits.bytes, tooLarge: importTooLarge, scan },
    read: (file, body) => keeping(file, kindIn(body), partsIn(body)),
  })
  formRoute(app, served, incoming, {
    operation: uploadStatement,
    limits: { bytes: statementLimits.bytes, tooLarge: statementTooLarge, scan },
    read: statements,
  })
  formRoute(app, served, incoming, {
    operation: uploadWeek,
    limits: { bytes: weekFileLimits.bytes, tooLarge: attachmentTooLarge, scan },
    read: reading,
  })
}

type Taken = {
  operation: Operation
  limits: FormLimits
  read: (file: () => Promise<Buffer>, body: unknown) => Promise<Run>
}

function formRoute(app: FastifyInstance, served: Served, { underWay }: Incoming, { operation, limits, read }: Taken) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: { ...importParts, fileSize: limits.bytes, fieldSize: 2000 } })
    scope.route({
      method: operation.method,
      url: `/${operation.path}`,
      config: { operation },
      bodyLimit: limits.bytes + 64 * 1024,
      handler: (request, reply) =>
        underWay(request, async () => {
          refuseForm(request, limits)
          await admitByHeaders(served, operation, request)
          return withForm(request, limits, async (file) => {
            // Access is decided first, so that the server does not parse files of callers who may not store them. The file is
            // parsed outside any transaction.
            const called = { operation }
            const counted = { ...served, limits: uncounted }
            const nothing = async () => {}
            const decided = await outcomeOf(counted, { ...called, run: nothing, looking: true }, request, reply)
            if (!('decided' in decided)) return answer(decided, reply)
            const run = await read(file!.read, request.body)
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
  const { sheets, hiddenRows, hiddenColumns, lists } = body as { sheets?: string } & Omit<FormParts, 'sheets'>
  return { hiddenRows, hiddenColumns, lists, sheets: sheets ? sheets.split(',').map(Number) : null }
}

/** What the rows of the table are; students if the form does not say. */
const kindIn = (body: unknown) => (body as { kind?: ImportKind }).kind ?? 'students'
