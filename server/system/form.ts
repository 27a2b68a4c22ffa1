import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { type Refusal, unsupported } from '#server/call/errors.ts'
import { notJson } from '#server/call/serve.ts'

/** Bytes of a file at most, and how more are refused. */
export type FormLimits = { bytes: number; tooLarge: () => Refusal }

/** What of the parts of a form is read besides its one file. */
export const formParts = { files: 1, fields: 4, parts: 5 }

/** The file of the form; its fields and those of the query become the body, with the file's SHA-256 in its place. */
export async function formOf(request: FastifyRequest, { bytes, tooLarge }: FormLimits): Promise<Buffer | null> {
  if (!request.isMultipart()) throw unsupported()
  if (Number(request.headers['content-length']) > bytes + 16_384) throw tooLarge()

  const body: Record<string, unknown> = Object.create(null)
  Object.assign(body, request.query)
  let file: Buffer | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') put(body, part.fieldname, part.fieldname === 'File' ? undefined : part.value)
      else {
        const content = await part.toBuffer()
        put(body, part.fieldname, part.fieldname === 'File' ? createHash('sha256').update(content).digest('hex') : {})
        if (part.fieldname === 'File') file = content
      }
    }
    request.body = { ...body }
  } catch (problem) {
    if ((problem as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
    // Like a body that is no JSON: refused once the session was checked (api.md §4.1).
    request.body = notJson
  }
  return file
}

/** A field that comes twice with different values is no value. */
function put(body: Record<string, unknown>, name: string, value: unknown) {
  body[name] = name in body && body[name] !== value ? [body[name], value] : value
}
