import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { attachmentLimits, uploadAttachment } from '#contract/platform/attachments/attachments.ts'
import { uploadForThread } from '#contract/messages/threads/threads.ts'
import { admitByHeaders } from '#server/call/bodies.ts'
import { attachmentTooLarge, invalid } from '#server/base/errors.ts'
import { secretOf } from '#server/call/http.ts'
import { read } from '#server/call/read.ts'
import { answer, outcomeOf, type Served } from '#server/call/serve.ts'
import { identifying, uncounted } from '#server/call/limits.ts'
import { formParts, refuseForm, withForm } from './form.ts'
import type { Incoming } from './uploads-under-way.ts'
import type { Attachments } from '#server/platform/attachments/port.ts'

/** Upload and download of pictures and PDF files. A file is sent only as a download, so that the browser never renders it. */
export function attachmentRoutes(
  app: FastifyInstance,
  served: Served,
  domain: Attachments,
  { underWay, scan }: Incoming,
) {
  const limits = { bytes: attachmentLimits.bytes, tooLarge: attachmentTooLarge, scan }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: { ...formParts, fileSize: attachmentLimits.bytes, fieldSize: 400 } })
    for (const upload of [uploadAttachment, uploadForThread])
      scope.route({
        method: upload.method,
        url: `/${upload.path}`,
        config: { operation: upload },
        bodyLimit: attachmentLimits.bytes + 64 * 1024,
        handler: (request, reply) =>
          underWay(request, async () => {
            refuseForm(request, limits)
            // From the query, so that it is decided before the first byte of the file is read.
            const input = read(upload.input, { ...(request.query as object), File: '0'.repeat(64) })
            const personId = await admitByHeaders(served, upload, request, input)
            return withForm(request, limits, async (file) => {
              if (!file) throw invalid('Choose a file', 'file')
              const checked = await domain.checked(personId, file.head, file.read)
              const counted = { ...served, limits: uncounted }
              const called = { operation: upload, run: domain.keeping(checked) }
              return answer(await outcomeOf(counted, called, request, reply), reply)
            })
          }),
      })
  })

  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/files/:id',
    handler: async (request, reply) => {
      const { id } = request.params
      const secret = secretOf(request)
      const { kind, name, content } = await domain.file({
        id,
        secret,
        requestId: request.id,
        identified: identifying(served, request, secret),
      })
      reply.headers({
        'cache-control': 'private, no-cache',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        etag: `"${id}"`,
        ...(kind === 'file' && { 'content-disposition': `attachment; filename*=UTF-8''${encoded(name)}` }),
      })
      if (request.headers['if-none-match'] === `"${id}"`) return reply.code(304).send()
      return reply.type(kind === 'file' ? 'application/pdf' : 'image/webp').send(content)
    },
  })
}

/** A file name as RFC 8187 encodes it. */
const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
