import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Access } from '#contract/language/access.ts'
import { operations } from '#server/operations.ts'
import type { Operation } from '#contract/language/operation.ts'
import { innermost, wireNamesOf } from '#contract/language/wire-names.ts'
import {
  answered,
  type ListedAnswer,
  type ListedField,
  listedAnswer,
  listedRequest,
  requested,
} from './catalogue-fields.ts'

/** What of the catalogue is no operation: files, streams and what watches the server. */
const routes = ['ImageUploder/UploadImage', 'health/live', 'health/ready', 'openapi.json', 'media/{name}']

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

test('every operation of the catalogue is served; a misspelt path is one that is missing', () => {
  const paths = new Set(operations.map(({ path }) => path))
  expect(catalogue.map(({ path }) => path).filter((path) => !paths.has(path))).toEqual(routes)
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

    test('in what goes in', () => expect(requested(operation)).toEqual(listedRequest(listed.request)))

    test('in what comes out', () => expect(answered(operation.output)).toEqual(listedAnswer(listed.response.fields)))

    test('in whether it answers a list', () =>
      expect(innermost(operation.output)._zod.def.type === 'array').toBe(listed.response.kind === 'list'))
  })
})

type Who = {
  to: string
  parents: 'own' | 'any' | null
  orSelf: boolean
  keys: string[]
  all: boolean
  platformKeys: string[]
  from: string[]
  rows: string[]
}

/** How the catalogue's kinds of access are declared here, and who may call besides. */
const kinds: Record<string, Partial<Who> & { to: string }> = {
  staffOrParent: { to: 'staff', parents: 'own' },
  memberOrParent: { to: 'member', parents: 'any' },
  staffOrSelf: { to: 'staff', orSelf: true },
  grant: { to: 'selfOrGrant' },
  staffOrPlatform: { to: 'anySchool' },
  selfOrStaffOrPlatform: { to: 'anySchool', orSelf: true },
}

function listedAccess({ access, permission, schoolFrom, rows, request }: Listed): Who {
  const of = permission && typeof permission === 'object' && 'staff' in permission ? permission : null
  const keys = of?.staff ?? (permission as Permission)
  return {
    parents: null,
    orSelf: false,
    keys: keysIn(keys),
    all: keys !== null && typeof keys === 'object' && 'allOf' in keys,
    platformKeys: keysIn(of?.platform ?? null),
    from: schoolFrom && schoolFrom !== 'any' ? schoolFrom.split(' or ').map(placing(request)).toSorted() : [],
    // What a public read answers decides who may read it; the catalogue lists every reader.
    rows: access === 'anyone' ? rows.slice(0, 1) : rows,
    ...(kinds[access] ?? { to: access }),
  }
}

/** `each element:schoolId` is `school:items`: the elements of the list place the call. */
const placing = (request: ListedField[]) => (from: string) => {
  const list = request.find(({ type }) => type === 'list')?.name
  return from
    .replace(/^each element:(?:(\w+):\w+|(\w+)Id)$/, (_, kind, own) => `${kind ?? own}:${list}`)
    .replace('?', '')
}

const keysIn = (permission: Permission) => {
  if (permission === null || typeof permission === 'string') return permission === null ? [] : [permission]
  return 'anyOf' in permission ? permission.anyOf : permission.allOf
}

const keysOf = (access: Operation['access']) => {
  if ('keys' in access) return [...access.keys]
  return 'key' in access && access.key ? [access.key] : []
}

const accessOf = ({ access, input }: Operation): Who => ({
  // In any school is staff too, where nobody of the platform may.
  to: access.to === 'anySchool' && access.platformKeys.length === 0 ? 'staff' : access.to,
  parents: parentsOf(access),
  orSelf: 'orSelf' in access && access.orSelf !== null,
  keys: keysOf(access),
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
  if ('orOwnChildren' in access && access.orOwnChildren) return 'own'
  return 'orParentOf' in access && access.orParentOf !== null ? 'own' : null
}
