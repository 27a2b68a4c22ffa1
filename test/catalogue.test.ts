import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Access } from '#contract/access.ts'
import { jsonSchemas } from '#contract/fields.ts'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { ignoredNames, innermost, wireNamesOf } from '#contract/wire-names.ts'

/** What the product serves beyond the catalogue (api.md §16). */
const further = [
  'API/Identity/GetSessions',
  'API/Identity/EndSession',
  'API/Identity/EndOtherSessions',
  'Attendance/GetSheets',
]

type Listed = {
  path: string
  method: string
  access: string
  permission: Permission | { staff: Permission; platform: Permission }
  schoolFrom: string | null
  rows: string[]
  request: ListedField[]
  response: { kind: string; fields: ListedAnswer[] }
  paging: string | null
  writes: boolean
}
type Permission = string | { anyOf: string[] } | { allOf: string[] } | null
type ListedField = {
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
type ListedAnswer = { name: string; type: string; nullable: boolean; aliasOf?: string; fields?: ListedAnswer[] }

const catalogue = JSON.parse(readFileSync('docs/specification/operations.json', 'utf8')) as Listed[]
const listedAt = (path: string) => catalogue.find((listed) => listed.path === path)
const served = operations.flatMap((operation) => {
  const listed = listedAt(operation.path)
  return listed ? [[operation.path, operation, listed] as const] : []
})

test('every path is declared exactly once, whatever its case', () => {
  const paths = operations.map(({ path }) => path.toLowerCase())
  expect(new Set(paths).size).toBe(paths.length)
})

test('an operation is of the catalogue, or named here as a further one', () => {
  expect(operations.map(({ path }) => path).filter((path) => !listedAt(path))).toEqual(further)
})

describe('an operation agrees with the catalogue', () => {
  describe.each(served)('%s', (_, operation, listed) => {
    test('in method, paging and whether it writes', () => {
      expect({ method: operation.method, paging: operation.paging, writes: operation.writes }).toEqual({
        method: listed.method,
        paging: listed.paging,
        writes: listed.writes,
      })
    })

    test('in who may call it', () => expect(accessOf(operation)).toEqual(listedAccess(listed)))

    test('in what goes in', () => {
      const fields = inputOf(operation.input)
      for (const field of fields) if (operation.equal.includes(field.name)) field.mustEqualStored = true
      expect(byName(fields)).toEqual(byName(listed.request.map(asRead)))
    })

    test('in what comes out', () =>
      expect(inOrder(outputOf(operation.output))).toEqual(inOrder(listed.response.fields.map(asAnswered))))

    test('in whether it answers a list', () =>
      expect(innermost(operation.output)._zod.def.type === 'array').toBe(listed.response.kind === 'list'))
  })
})

type Who = {
  to: string
  parents: 'his' | 'any' | null
  orSelf: boolean
  keys: string[]
  all: boolean
  platformKeys: string[]
  from: string[]
  rows: string[]
}

/** How the catalogue's kinds of access are declared here, and who may call besides. */
const kinds: Record<string, Partial<Who> & { to: string }> = {
  staffOrParent: { to: 'staff', parents: 'his' },
  memberOrParent: { to: 'member', parents: 'any' },
  staffOrSelf: { to: 'staff', orSelf: true },
  grant: { to: 'selfOrGrant' },
  platform: { to: 'anySchool' },
  staffOrPlatform: { to: 'anySchool' },
  selfOrStaffOrPlatform: { to: 'anySchool', orSelf: true },
}

function listedAccess({ access, permission, schoolFrom, rows }: Listed): Who {
  const of = permission && typeof permission === 'object' && 'staff' in permission ? permission : null
  const onPlatform = access === 'platform' ? (permission as Permission) : (of?.platform ?? null)
  const inSchool = access === 'platform' ? null : (of?.staff ?? (permission as Permission))
  return {
    parents: null,
    orSelf: false,
    keys: keysIn(inSchool),
    all: inSchool !== null && typeof inSchool === 'object' && 'allOf' in inSchool,
    platformKeys: keysIn(onPlatform),
    from: schoolFrom && schoolFrom !== 'any' ? schoolFrom.split(' or ').map(placing).toSorted() : [],
    // Who reads a school is decided by what it answers; the catalogue lists every reader.
    rows: access === 'anyone' ? rows.slice(0, 1) : rows,
    ...(kinds[access] ?? { to: access }),
  }
}

/** `each element:schoolId` is `school:items`: the elements of the list place the call. */
const placing = (from: string) =>
  from.replace(/^each element:(?:(\w+):\w+|(\w+)Id)$/, (_, kind, own) => `${kind ?? own}:items`).replace('?', '')

const keysIn = (permission: Permission) => {
  if (permission === null || typeof permission === 'string') return permission === null ? [] : [permission]
  return 'anyOf' in permission ? permission.anyOf : permission.allOf
}

const accessOf = ({ access, input }: Operation): Who => ({
  // In any school is staff too, where nobody of the platform may.
  to: access.to === 'anySchool' && access.platformKeys.length === 0 ? 'staff' : access.to,
  parents: parentsOf(access),
  orSelf: 'orSelf' in access && access.orSelf !== null,
  keys: 'keys' in access ? [...access.keys] : 'key' in access && access.key ? [access.key] : [],
  all: 'all' in access && access.all,
  platformKeys: 'platformKeys' in access ? [...access.platformKeys] : [],
  from:
    'from' in access
      ? Object.entries(access.from)
          .map(([kind, field]) => `${kind}:${wireNamesOf(input, field)[0]}`)
          .toSorted()
      : [],
  rows: [...access.rows],
})

function parentsOf(access: Access): Who['parents'] {
  if ('orAnyParent' in access && access.orAnyParent) return 'any'
  if ('orOwnChildren' in access && access.orOwnChildren) return 'his'
  return 'orParentOf' in access && access.orParentOf !== null ? 'his' : null
}

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

/** The fields of an input as the wire spells them. */
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
  code: '5-6',
  mark: '0-9999.99',
}

/** What a note says of a number: `(> 0)`, `(0 < p ≤ 100)`. */
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

/** The fields of an answer as the wire spells them. */
function outputOf(output: z.ZodMiniType): Answered[] {
  const inner = innermost(output)
  const { shape, element } = inner._zod.def as unknown as {
    shape?: Record<string, z.ZodMiniType>
    element?: z.ZodMiniType
  }
  if (element) return outputOf(element)

  return Object.entries(shape ?? {}).flatMap(([ours, field]) => {
    const [name, ...aliases] = wireNamesOf(inner, ours)
    const nullable = field._zod.def.type === 'nullable'
    const list = innermost(field)._zod.def.type === 'array'
    const fields = outputOf(field)
    const answered = { name: name!, aliasOf: null, nullable, list, fields: fields.length > 0 ? fields : null }
    return [answered, ...aliases.map((alias) => ({ ...answered, name: alias, aliasOf: name! }))]
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

/** Aliases stand beside the name they repeat or after all names; which, is nothing to a reader of JSON. */
const inOrder = (fields: Answered[]): Answered[] =>
  fields
    .map((field) => ({ ...field, fields: field.fields && inOrder(field.fields) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

const byName = (fields: Read[]) => fields.toSorted((a, b) => a.name.localeCompare(b.name))
