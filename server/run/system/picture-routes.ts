import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { type PictureType, uploadPicture } from '#contract/platform/pictures/pictures.ts'
import { pictureTooLarge, pictureUnsupported } from '#server/base/errors.ts'
import { secretOf } from '#server/call/http.ts'
import { admitByHeaders } from '#server/call/bodies.ts'
import { answer, outcomeOf, type Served } from '#server/call/serve.ts'
import { identifying, uncounted } from '#server/call/limits.ts'
import { formParts, refuseForm, withForm } from './form.ts'
import type { Incoming } from './uploads-under-way.ts'
import type { Pictures } from '#server/platform/pictures/port.ts'

const largest = 5 * 1024 * 1024

/** Upload and download of pictures: a multipart form comes in, WebP goes out; neither is JSON. */
export function pictureRoutes(app: FastifyInstance, served: Served, domain: Pictures, { underWay, scan }: Incoming) {
  const limits = { bytes: largest, tooLarge: pictureTooLarge, scan }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: { ...formParts, fileSize: largest, fieldSize: 200 } })
    scope.route({
      method: uploadPicture.method,
      url: `/${uploadPicture.path}`,
      config: { operation: uploadPicture },
      handler: (request, reply) =>
        underWay(request, async () => {
          refuseForm(request, limits)
          await admitByHeaders(served, uploadPicture, request)
          return withForm(request, limits, async (file) => {
            if (file && !domain.isPicture(file.head)) throw pictureUnsupported()

            // Access is decided first, so that the server does not decode pictures of callers who may not store them. The
            // picture is decoded outside any transaction.
            const called = { operation: uploadPicture, exactly: domain.uploadOf }
            const counted = { ...served, limits: uncounted }
            const decided = await outcomeOf(counted, { ...called, run: domain.look, looking: true }, request, reply)
            if (!('decided' in decided)) return answer(decided, reply)
            const webp = await domain.webp(await file!.read(), (request.body as { Type: PictureType }).Type)
            return answer(await outcomeOf(counted, { ...called, run: domain.keeping(webp) }, request, reply), reply)
          })
        }),
    })
  })

  app.route<{ Params: { name: string } }>({
    method: 'GET',
    url: '/media/:name',
    handler: async (request, reply) => {
      const { name } = request.params
      const isKept = request.headers['if-none-match'] === `"${name}"`
      const secret = secretOf(request)
      await served.limits.picture(served.callers.countedAs(request))
      const { content, everybodys } = await domain.shown({
        name,
        isKept,
        secret,
        requestId: request.id,
        identified: identifying(served, request, secret),
      })
      reply.headers({
        'cache-control': everybodys ? 'public, max-age=31536000, immutable' : 'private, no-cache',
        'content-security-policy': "default-src 'none'; sandbox",
        etag: `"${name}"`,
      })
      if (isKept) return reply.code(304).send()
      return reply.type('image/webp').send(content)
    },
  })
}
