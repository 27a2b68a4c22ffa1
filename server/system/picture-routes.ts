import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { type PictureType, uploadPicture } from '#contract/pictures.ts'
import { pictureTooLarge, pictureUnsupported, unsupported } from '#server/errors.ts'
import { secretOf } from '#server/http.ts'
import { answer, type Called, notJson, outcomeOf, type Run, type Served } from '#server/serve.ts'

/** What the domain of pictures does for its two routes. */
export type Pictures = {
  isPicture: (bytes: Buffer) => boolean
  webp: (bytes: Buffer, type: PictureType) => Promise<Buffer>
  uploadOf: NonNullable<Called['exactly']>
  look: Run
  keeping: (webp: Buffer) => Run
  shown: (asked: {
    name: string
    secret: string | null
    requestId: string
    visitor: () => Promise<void>
  }) => Promise<{ content: Buffer; everybodys: boolean }>
}

const largest = 5 * 1024 * 1024

/** Pictures on their way in and out: a form of several parts comes in, WebP goes out; neither is JSON. */
export function pictureRoutes(app: FastifyInstance, served: Served, domain: Pictures) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: { fileSize: largest, files: 1, fields: 4, fieldSize: 200, parts: 5 } })
    scope.route({
      method: uploadPicture.method,
      url: `/${uploadPicture.path}`,
      config: { operation: uploadPicture },
      handler: async (request, reply) => {
        const file = await formOf(request)
        if (file && !domain.isPicture(file)) throw pictureUnsupported()

        // Decided first, so that nobody has us decode what he may not store; decoded outside any transaction.
        const called = { operation: uploadPicture, exactly: domain.uploadOf }
        const decided = await outcomeOf(served, { ...called, run: domain.look, looking: true }, request, reply)
        if (!('decided' in decided)) return answer(decided, reply)
        const webp = await domain.webp(file!, (request.body as { Type: PictureType }).Type)
        const counted = { ...served, limits: uncounted }
        return answer(await outcomeOf(counted, { ...called, run: domain.keeping(webp) }, request, reply), reply)
      },
    })
  })

  app.route<{ Params: { name: string } }>({
    method: 'GET',
    url: '/media/:name',
    handler: async (request, reply) => {
      const { name } = request.params
      const visitor = () => served.limits.visitor(request)
      const { content, everybodys } = await domain.shown({
        name,
        secret: secretOf(request),
        requestId: request.id,
        visitor,
      })
      reply.headers({
        'cache-control': everybodys ? 'public, max-age=31536000, immutable' : 'private, no-cache',
        'content-security-policy': "default-src 'none'; sandbox",
        etag: `"${name}"`,
      })
      if (request.headers['if-none-match'] === `"${name}"`) return reply.code(304).send()
      return reply.type('image/webp').send(content)
    },
  })
}

/** The file of the form; its fields and those of the query become the body, with the file's SHA-256 in its place. */
async function formOf(request: FastifyRequest): Promise<Buffer | null> {
  if (!request.isMultipart()) throw unsupported()
  if (Number(request.headers['content-length']) > largest + 16_384) throw pictureTooLarge()

  const body: Record<string, unknown> = Object.create(null)
  Object.assign(body, request.query)
  let file: Buffer | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') put(body, part.fieldname, part.fieldname === 'File' ? undefined : part.value)
      else {
        const bytes = await part.toBuffer()
        put(body, part.fieldname, part.fieldname === 'File' ? createHash('sha256').update(bytes).digest('hex') : {})
        if (part.fieldname === 'File') file = bytes
      }
    }
    request.body = { ...body }
  } catch (problem) {
    if ((problem as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw pictureTooLarge()
    // As a body that is no JSON: refused once the session was asked for (api.md §4.1).
    request.body = notJson
  }
  return file
}

/** Said twice and differently, it is no value. */
function put(body: Record<string, unknown>, name: string, value: unknown) {
  body[name] = name in body && body[name] !== value ? [body[name], value] : value
}

const uncounted = { visitor: async () => {}, person: async () => {} }
