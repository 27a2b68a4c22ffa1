import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { NameOf, PartOfName, RequiredName } from '#contract/language/names.ts'
import { operations } from '#server/operations.ts'

const invisible = 'A name needs at least one visible character'
const reading = (field: z.ZodMiniType, value: unknown) => {
  const { success, data, error } = z.safeParse(field, value)
  return success ? data : error.issues[0]!.message
}

/** Every stored field called a name; imports find a class by its name, and completing a year checks its own. */
const namesWritten = operations
  .filter(({ writes, path }) => writes && !/^Import|^SchoolYear\/CompleteSchoolYear$/.test(path))
  .flatMap(({ path, input }) => namesIn(input as z.ZodMiniType).map(([name, field]) => [path, name, field] as const))

function namesIn(schema: z.ZodMiniType): [string, z.ZodMiniType][] {
  const { def } = schema._zod as unknown as { def: { shape?: Record<string, z.ZodMiniType>; element?: z.ZodMiniType } }
  if (def.element) return namesIn(def.element)
  return Object.entries(def.shape ?? {}).flatMap(([key, field]) =>
    /^(name|(first|middle|last|user)Name)$/.test(key) ? [[key, field] as [string, z.ZodMiniType]] : namesIn(field),
  )
}

test('every kind of name is among what is tried', () => {
  expect(namesWritten.length).toBeGreaterThanOrEqual(40)
})

test.each(namesWritten)('%s takes no %s that nobody can see', (_path, _name, field) => {
  for (const text of ['\u3164'.repeat(4), '\u2800'.repeat(4), '\u{e0041}'.repeat(4), 'ـ'.repeat(4)])
    expect(reading(field, text)).toBe(invisible)
})

test.each(['طه', 'مي', 'Jo', 'مَي'])('%s is a part of a name', (name) => {
  expect(reading(PartOfName, name)).toBe(name.normalize('NFC'))
})

test.each(['م', 'م\u3164', '\u00adm\u034f', 'مَ'])('%j is too short for a part of a name', (name) => {
  expect(reading(PartOfName, name)).toBe('String must contain at least 2 character(s)')
})

test('a required name that is empty says so, and any other value what it is', () => {
  for (const nothing of ['', '  ', null, undefined]) expect(reading(RequiredName, nothing)).toBe('Required')
  expect(reading(RequiredName, 5)).toBe('Expected string, received number')
  expect(reading(NameOf(1, 200, { missing: 'School Name is required' }), ' ')).toBe('School Name is required')
})
