import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operations } from '#contract/index.ts'
import { openapiDocument } from '#server/openapi.ts'

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
    expect(Object.keys(schema?.properties ?? {}).toSorted()).toEqual(
      listed.request.flatMap(({ name, alias }) => (alias ? [name, alias] : [name])).toSorted(),
    )
    expect(schema?.required ?? []).toEqual(listed.request.filter(({ required }) => required).map(({ name }) => name))
    const answer = JSON.stringify(described.responses[200].content['application/json'].schema)
    for (const { name } of listed.response.fields) expect(answer).toContain(`"${name}":`)
  })
})
