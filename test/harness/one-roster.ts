import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { shapeOfStatus } from '#test/imports/one-roster-shapes.ts'

export type RowOfOneRoster = Record<string, unknown> & { sourcedId: string; status: string; dateLastModified: string }

/** Calls of a service of OneRoster with the secret of a key; `path` is below `base`, or begins with a slash. */
export function oneRosterCalls(app: FastifyInstance, base: string) {
  async function get(secret: string | null, path: string, method: 'GET' | 'PUT' | 'DELETE' = 'GET') {
    const answer = await app.inject({
      method,
      url: path.startsWith('/') ? path : `${base}/${path}`,
      headers: { ...(secret !== null && { authorization: `Bearer ${secret}` }) },
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      json: answer.json() as Record<string, unknown>,
    }
  }

  async function rowsOf(secret: string, path: string): Promise<RowOfOneRoster[]> {
    const { status, text, json } = await get(secret, path)
    expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, ''])
    return Object.values(json)[0] as RowOfOneRoster[]
  }

  async function refusedAs(secret: string | null, path: string, method?: 'PUT' | 'DELETE') {
    const { status, json } = await get(secret, path, method)
    const read = z.safeParse(shapeOfStatus, json)
    expect([path, read.error?.issues ?? []]).toEqual([path, []])
    return [status, read.data!.imsx_CodeMinor.imsx_codeMinorField[0]!.imsx_codeMinorFieldValue]
  }

  return { get, rowsOf, refusedAs }
}
