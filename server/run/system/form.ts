import type { FastifyRequest } from 'fastify'
import { type Refusal, unsupported } from '#server/base/errors.ts'
import { notJson } from '#server/call/sent.ts'
import { type TemporaryFile, temporaryFile } from './temporary-file.ts'
import type { Scan } from './virus-scanner.ts'

/** The largest size of a file in bytes, the refusal of a larger one, and the virus scanner that reads it first. */
export type FormLimits = { bytes: number; tooLarge: () => Refusal; scan: Scan }

/** Limits for the parts of a form other than its one file. */
export const formParts = { files: 1, fields: 4, parts: 5 }

/** Refuses a request that is not a form, or too large, by its headers alone. */
export function refuseForm(request: FastifyRequest, { bytes, tooLarge }: Pick<FormLimits, 'bytes' | 'tooLarge'>) {
  if (!request.isMultipart()) throw unsupported()
  if (Number(request.headers['content-length']) > bytes + 16_384) throw tooLarge()
}

/**
 * Reads the form and runs the work with its file, which is deleted afterwards. The fields of the form and of the query become
 * the body; the file is represented by its SHA-256. The virus scanner reads the file first.
 */
export async function withForm<T>(
  request: FastifyRequest,
  { tooLarge, scan }: FormLimits,
  work: (file: TemporaryFile | null) => Promise<T>,
): Promise<T> {
  const files: TemporaryFile[] = []
  try {
    const file = await formOf(request, tooLarge, files)
    return await work(file && { ...file, read: () => scanned(file, scan) })
  } finally {
    for (const file of files) await file.close()
  }
}

async function scanned(file: TemporaryFile, scan: Scan) {
  const bytes = await file.read()
  await scan(bytes)
  return bytes
}

async function formOf(request: FastifyRequest, tooLarge: () => Refusal, files: TemporaryFile[]) {
  const body: Record<string, unknown> = Object.create(null)
  Object.assign(body, request.query)
  let sent: TemporaryFile | null = null
  try {
    for await (const part of request.parts()) {
      const isFile = part.fieldname === 'File'
      if (part.type === 'field') {
        put(body, part.fieldname, isFile ? undefined : part.value)
        continue
      }
      const file = await temporaryFile(part.file)
      files.push(file)
      if (part.file.truncated) throw tooLarge()
      put(body, part.fieldname, isFile ? file.sha256 : {})
      if (isFile) sent = file
    }
    request.body = { ...body }
  } catch (problem) {
    const { code, status } = problem as { code?: string; status?: number }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
    if (status !== undefined || code === 'ENOSPC') throw problem
    // Refused only after the session was checked, like a body that is not JSON (api.md §4.1).
    request.body = notJson
  }
  return sent
}

/** A field that is sent twice with different values has no value. */
function put(body: Record<string, unknown>, name: string, value: unknown) {
  body[name] = name in body && body[name] !== value ? [body[name], value] : value
}
