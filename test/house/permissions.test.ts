import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { permissions } from '#contract/language/permissions.ts'
import { permissionId } from '#server/db/first-rows.ts'

const document = readFileSync(new URL('../../docs/specification/permissions.md', import.meta.url), 'utf8')

const rowsOf = (heading: string) =>
  document
    .split(`\n## ${heading}`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .map((line) => line.slice(2, -2).split(' | '))

test('the permissions are those of the document, in its order, with their ids', () => {
  const written = rowsOf('2. Keys').map(([key, name, nameAr, scope, , , id]) => ({ key, name, nameAr, scope, id }))
  expect(written).toHaveLength(Number(/(\d+) keys in all/.exec(document)![1]))
  expect(permissions.map((permission) => ({ ...permission, id: `\`${permissionId(permission.key)}\`` }))).toEqual(
    written,
  )
})

test('the built-in roles are those of the document, with their ids and types', () => {
  const written = rowsOf('3. Built-in roles').map(([name, nameAr, id, type]) => [name, nameAr, id, type])
  expect(
    Object.values(builtInRoles).map(({ name, nameAr, id, type }) => [
      name,
      nameAr,
      `\`${id}\``,
      type === 1 ? 'school (1)' : 'app (2)',
    ]),
  ).toEqual(written)
})

test.each(Object.values(builtInRoles))('the role $name holds the keys the document gives it', ({ name, keys }) => {
  const [, count, list] = new RegExp(`- \\*\\*${name}\\*\\* \\((\\d+)\\): (.*)`).exec(document)!
  expect(keys).toHaveLength(Number(count))
  // The supervisor's line says "the same keys" as the teacher's.
  if (!list!.startsWith('the same keys'))
    expect([...keys].sort()).toEqual(
      list!
        .replace(/^every key[^:]*: /, '')
        .split('.')[0]!
        .split(', ')
        .sort(),
    )
})
