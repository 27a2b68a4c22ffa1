import type * as z from 'zod/mini'
import { jsonSchemas } from '#contract/language/fields.ts'
import type { Operation } from '#contract/language/operation.ts'
import { ignoredNames, innermost, wireNamesOf } from '#contract/language/wire-names.ts'

/** A field of a request and of an answer, as docs/specification/operations.json lists them. */
export type ListedField = {
  name: string
  type: string
  required: boolean
  limits?: string
  note?: string
  alias?: string
  ignored?: boolean
  mustEqualStored?: boolean
  items?: ListedField[]
}
export type ListedAnswer = { name: string; type: string; nullable: boolean; aliasOf?: string; fields?: ListedAnswer[] }

/** The fields that a request accepts, with their names on the wire, sorted by name. */
export const requested = ({ input, equal }: Operation) =>
  byName(inputOf(input).map((field) => ({ ...field, mustEqualStored: equal.includes(field.name) })))

/** The same as the catalogue lists it. */
export const listedRequest = (fields: ListedField[]) => byName(fields.map(asRead))

/**
 * The fields of an answer, with their names on the wire, sorted by name, because the position of an alias means nothing to a reader of
 * JSON.
 */
export const answered = (output: z.ZodMiniType) => inOrder(answerOf(output))

/** The same as the catalogue lists it. */
export const listedAnswer = (fields: ListedAnswer[]) => inOrder(fields.map(asAnswered))

type Read = {
  name: string
  aliases: string[]
  required: boolean
  ignored: boolean
  mustEqualStored: boolean
  limits: string | null
  items: Read[] | null
}

const ignored = (name: string): Read => ({
  name,
  aliases: [],
  required: false,
  ignored: true,
  mustEqualStored: false,
  limits: null,
  items: null,
})

/** The fields of an input, with their names on the wire. */
function inputOf(input: z.ZodMiniObject): Read[] {
  const fields = Object.entries(input._zod.def.shape).map(([ours, field]): Read => {
    const [name, ...aliases] = wireNamesOf(input, ours)
    const inner = innermost(field as z.ZodMiniType)
    const { element } = inner._zod.def as { element?: z.ZodMiniType }
    const ofObjects = element && innermost(element)._zod.def.type === 'object'
    return {
      ...ignored(name!),
      aliases,
      required: field._zod.optin !== 'optional',
      ignored: false,
      limits: limitsOf(inner),
      items: ofObjects ? inputOf(innermost(element) as z.ZodMiniObject) : null,
    }
  })
  return [...fields, ...ignoredNames(input).map(ignored)]
}

const asRead = ({
  name,
  type,
  required,
  limits,
  note,
  alias,
  ignored: isIgnored,
  mustEqualStored,
  items,
}: ListedField): Read => ({
  name,
  aliases: alias ? [alias] : [],
  required,
  ignored: isIgnored ?? false,
  mustEqualStored: mustEqualStored ?? false,
  limits: isIgnored || /^list$|\[\]$/.test(type) ? null : (limits?.replaceAll('–', '-') ?? impliedLimits(type, note)),
  items: items?.map(asRead) ?? null,
})

const usual: Record<string, string> = {
  page: '1-10000',
  size: '1-200',
  password: '6-200',
  code: '5-8',
  mark: '0-9999.99',
  money: '0-9999999.99',
}

/** The limits of a number in a note of the catalogue: `(> 0)`, `(0 < p ≤ 100)`. */
function impliedLimits(type: string, note = '') {
  const [least, most] = (usual[type] ?? '').split('-')
  if (!most) return null
  return `${/> 0|0 </.test(note) ? 0.01 : least}-${/≤ (\d+)/.exec(note)?.[1] ?? most}`
}

function limitsOf(field: z.ZodMiniType): string | null {
  const json = jsonSchemas.get(field)
  if (!json) return null
  if (Array.isArray(json.enum)) return json.enum.join(' ')
  const [least, most] = [json.minLength ?? json.minimum, json.maxLength ?? json.maximum] as [number?, number?]
  return least === undefined ? null : `${least}-${most}`
}

type Answered = { name: string; aliasOf: string | null; nullable: boolean; list: boolean; fields: Answered[] | null }

/** The fields of an answer, with their names on the wire. */
function answerOf(output: z.ZodMiniType): Answered[] {
  const inner = innermost(output)
  const { shape, element } = inner._zod.def as unknown as {
    shape?: Record<string, z.ZodMiniType>
    element?: z.ZodMiniType
  }
  if (element) return answerOf(element)

  return Object.entries(shape ?? {}).flatMap(([ours, field]) => {
    const [name, ...aliases] = wireNamesOf(inner, ours)
    const nullable = field._zod.def.type === 'nullable'
    const list = innermost(field)._zod.def.type === 'array'
    const fields = answerOf(field)
    const own = { name: name!, aliasOf: null, nullable, list, fields: fields.length > 0 ? fields : null }
    return [own, ...aliases.map((alias) => ({ ...own, name: alias, aliasOf: name! }))]
  })
}

const asAnswered = ({ name, type, nullable, aliasOf, fields }: ListedAnswer): Answered => ({
  name,
  // The choices of a form: "value" repeats the id (api.md §10), where the catalogue says the name.
  aliasOf: name === 'value' && type === 'uuid' ? 'id' : (aliasOf ?? null),
  nullable,
  list: type.endsWith('[]'),
  fields: fields?.map(asAnswered) ?? null,
})

const inOrder = (fields: Answered[]): Answered[] =>
  fields
    .map((field) => ({ ...field, fields: field.fields && inOrder(field.fields) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

const byName = (fields: Read[]) => fields.toSorted((a, b) => a.name.localeCompare(b.name))
