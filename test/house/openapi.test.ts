import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operations } from '#server/operations.ts'
import { openapiDocument } from '#server/call/openapi.ts'

type Field = { name: string; alias?: string; required: boolean }
type Listed = { path: string; request: Field[]; response: { fields: { name: string }[] } }

const catalogue = JSON.parse(readFileSync('docs/specification/operations.json', 'utf8')) as Listed[]
const served = operations.flatMap((operation) => {
  const listed = catalogue.find(({ path }) => path === operation.path)
  return listed ? [[operation.path, operation, listed] as const] : []
})

describe('/openapi.json', () => {
  const { paths } = openapiDocument(operations) as unknown as { paths: Record<string, Record<string, Described>> }
  type Described = {
    parameters?: { name: string }[]
    requestBody?: { content: { 'application/json': { schema: { properties: object; required: string[] } } } }
    responses: { 200: { content: { 'application/json': { schema: object } } } }
  }

  test('describes every operation and no other', () => {
    expect(Object.keys(paths)).toEqual(operations.map(({ path }) => `/${path}`))
    for (const { path, method } of operations) expect(Object.keys(paths[`/${path}`]!)).toEqual([method.toLowerCase()])
  })

  test.each(served)('names the fields of %s as the wire does', (path, operation, listed) => {
    const described = paths[`/${path}`]![operation.method.toLowerCase()]!
    const schema = described.requestBody?.content['application/json'].schema
    const names = described.parameters?.map(({ name }) => name) ?? Object.keys(schema?.properties ?? {})
    expect(names.toSorted()).toEqual(
      listed.request.flatMap(({ name, alias }) => (alias ? [name, alias] : [name])).toSorted(),
    )
    const needed = listed.request.filter(({ required }) => required).map(({ name }) => name)
    expect((schema?.required ?? []).toSorted()).toEqual(needed.toSorted())
    const answer = JSON.stringify(described.responses[200].content['application/json'].schema)
    for (const { name } of listed.response.fields) expect(answer).toContain(`"${name}":`)
  })
})
