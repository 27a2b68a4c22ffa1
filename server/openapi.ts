import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { jsonSchemas } from '#contract/fields.ts'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { ignoredNames, wireNamesOf } from '#contract/wire-names.ts'

/** Serves the OpenAPI 3.1 document of every operation, made from the contract itself. */
export function openapi(app: FastifyInstance) {
  const document = JSON.stringify(openapiDocument(operations))
  app.get('/openapi.json', (_, reply) => reply.type('application/json; charset=utf-8').send(document))
}

export const openapiDocument = (described: readonly Operation[]) => ({
  openapi: '3.1.0',
  info: { title: 'Kashkool', version: '1' },
  paths: Object.fromEntries(
    described.map((operation) => [`/${operation.path}`, { [operation.method.toLowerCase()]: pathItem(operation) }]),
  ),
  components: {
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
  },
})

type Json = Record<string, unknown>

const pathItem = (operation: Operation): Json => ({
  operationId: operation.path.replaceAll('/', '_'),
  security: operation.access.to === 'anyone' ? [{}] : [{ session: [] }, { bearer: [] }],
  'x-access': operation.access,
  ...(operation.method === 'GET'
    ? { parameters: parameters(operation.input) }
    : { requestBody: body(operation.input) }),
  responses: {
    200: { description: 'Done', content: { 'application/json': { schema: jsonSchema(operation.output) } } },
    default: {
      description: 'Refused, in one sentence',
      content: { 'text/plain': { schema: { type: 'string' } }, 'application/problem+json': { schema: problem } },
    },
  },
})

const body = (input: z.ZodMiniObject) => ({ content: { 'application/json': { schema: jsonSchema(input) } } })

const parameters = (input: z.ZodMiniObject) =>
  Object.entries(input._zod.def.shape).map(([name, field]) => ({
    name,
    in: 'query',
    schema: jsonSchema(field as z.ZodMiniType),
  }))

const problem = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    current: {},
    requestId: { type: 'string' },
  },
}

type Def = {
  type: string
  innerType?: z.ZodMiniType
  out?: z.ZodMiniType
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  entries?: Record<string, string>
  values?: unknown[]
}

/** A schema of the contract as JSON Schema, in the wire's names. */
export function jsonSchema(schema: z.ZodMiniType): Json {
  const known = jsonSchemas.get(schema)
  if (known) return known

  const def = schema._zod.def as unknown as Def
  switch (def.type) {
    case 'optional':
      return jsonSchema(def.innerType!)
    case 'nullable':
      return { anyOf: [jsonSchema(def.innerType!), { type: 'null' }] }
    case 'pipe':
      return jsonSchema(def.out!)
    case 'array':
      return { type: 'array', items: jsonSchema(def.element!) }
    case 'enum':
      return { type: 'string', enum: Object.values(def.entries!) }
    case 'literal':
      return { enum: def.values! }
    case 'record':
      return { type: 'object' }
    case 'object':
      return objectSchema(schema, def.shape!)
    default:
      return { type: def.type }
  }
}

function objectSchema(schema: z.ZodMiniType, shape: Record<string, z.ZodMiniType>): Json {
  const named = Object.entries(shape).map(([ours, field]) => ({ field, names: wireNamesOf(schema, ours) }))
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...named.flatMap(({ field, names }) => names.map((name) => [name, jsonSchema(field)])),
      ...ignoredNames(schema).map((name) => [name, { description: 'accepted and ignored' }]),
    ]),
    required: named.filter(({ field }) => field._zod.optin !== 'optional').map(({ names }) => names[0]),
    additionalProperties: false,
  }
}
