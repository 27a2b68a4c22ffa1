import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { attachmentFile, uploadAttachment } from '#contract/platform/attachments/attachments.ts'
import { uploadForThread } from '#contract/messages/threads/threads.ts'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { importTemplate } from '#contract/exchange/exports/import-template.ts'
import { exportSchoolFolder } from '#contract/exchange/exports/school-folder.ts'
import { jsonSchemas } from '#contract/language/fields.ts'
import { uploadImport } from '#contract/exchange/imports/imports.ts'
import { uploadStatement } from '#contract/money/fees/statements.ts'
import { uploadWeek } from '#contract/exchange/imports/week-files.ts'
import { live, eventStream } from '#contract/platform/live/live.ts'
import type { Operation } from '#contract/language/operation.ts'
import { pictures, uploadPicture, uploads } from '#contract/platform/pictures/pictures.ts'
import { system } from '#contract/run/system/system.ts'
import { ignoredNames, wireNamesOf } from '#contract/language/wire-names.ts'

/** Serves the OpenAPI 3.1 document of all operations, generated from the contract. */
export function openapi(app: FastifyInstance, operations: readonly Operation[]) {
  const written = () => {
    const described = openapiDocument([
      ...operations,
      uploadImport,
      uploadStatement,
      uploadWeek,
      importTemplate,
      exportList,
      exportSchoolFolder,
      ...Object.values(system),
    ])
    return JSON.stringify({
      ...described,
      paths: { ...described.paths, ...picturePaths(), ...filePaths(), ...livePaths() },
    })
  }
  // The document is created at the first request, so that it does not delay the start.
  let document: string | undefined
  app.get(`/${system.openapi.path}`, (_, reply) =>
    reply.type('application/json; charset=utf-8').send((document ??= written())),
  )
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

/** Pictures are not JSON: the request is a multipart form, the answer is WebP. */
function picturePaths(): Json {
  const upload = {
    ...pathItem(uploadPicture),
    'x-access': { byType: Object.fromEntries(Object.entries(uploads).map(([type, { access }]) => [type, access])) },
    requestBody: form(uploadPicture.input),
  }
  const shown = pathItem(pictures.public)
  const image = { 200: { description: 'Done', content: { 'image/webp': {} } } }
  const shownByKind = {
    ...shown,
    security: [{}, { session: [] }, { bearer: [] }],
    'x-access': Object.fromEntries(Object.entries(pictures).map(([kind, { access }]) => [kind, access])),
    parameters: [
      { name: 'name', in: 'path', required: true, schema: jsonSchema(pictures.public.input._zod.def.shape.name) },
    ],
    responses: { ...(shown.responses as Json), ...image },
  }
  return { [`/${uploadPicture.path}`]: { post: upload }, '/media/{name}': { get: shownByKind } }
}

/**
 * Pictures and files of announcements and homework. The request is a multipart form, with its purpose in the query; the answer
 * is WebP or PDF.
 */
function filePaths(): Json {
  const shown = pathItem(attachmentFile)
  const content = { 'image/webp': {}, 'application/pdf': {} }
  const file = {
    ...shown,
    security: [{}, { session: [] }, { bearer: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: jsonSchema(attachmentFile.input._zod.def.shape.id) },
    ],
    responses: { ...(shown.responses as Json), 200: { description: 'Done', content } },
  }
  const uploads = [uploadAttachment, uploadForThread].map((upload) => [
    `/${upload.path}`,
    { post: { ...pathItem(upload), requestBody: form(upload.input) } },
  ])
  return { ...Object.fromEntries(uploads), '/files/{id}': { get: file } }
}

/** Events are not JSON either: the answer continues as long as the client listens. */
function livePaths(): Json {
  const item = pathItem(eventStream)
  const topics = Object.fromEntries(Object.entries(live).map(([topic, { access }]) => [topic, access]))
  const events = { 200: { description: 'Events, while somebody listens', content: { 'text/event-stream': {} } } }
  const responses = { ...(item.responses as Json), ...events }
  return { [`/${eventStream.path}`]: { get: { ...item, 'x-access': { byTopic: topics }, responses } } }
}

const pathItem = (operation: Operation): Json => ({
  operationId: operation.path.replaceAll('/', '_'),
  security: operation.access.to === 'anyone' ? [{}] : [{ session: [] }, { bearer: [] }],
  'x-access': operation.access,
  ...(operation.method === 'GET'
    ? { parameters: parameters(operation.input) }
    : { requestBody: operation.takes ? form(operation.input) : body(operation.input) }),
  responses: {
    200: { description: 'Done', content: answers(operation) },
    default: {
      description: 'Refused, in one sentence',
      content: { 'text/plain': { schema: { type: 'string' } }, 'application/problem+json': { schema: problem } },
    },
  },
})

/** JSON, or a file of one of the declared content types. */
const answers = ({ gives, output }: Operation): Json =>
  gives.length > 0
    ? Object.fromEntries(gives.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
    : { 'application/json': { schema: jsonSchema(output) } }

/** A multipart form; one of its parts is the file. */
function form(input: z.ZodMiniObject) {
  const sent = objectSchema(input, input._zod.def.shape as Record<string, z.ZodMiniType>)
  const properties = { ...(sent.properties as Json), File: { type: 'string', format: 'binary' } }
  return { content: { 'multipart/form-data': { schema: { ...sent, properties } } } }
}

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

/** A schema of the contract as JSON Schema, with the names of the API. */
function jsonSchema(schema: z.ZodMiniType): Json {
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
