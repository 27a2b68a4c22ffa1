import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import type { Operation } from '#contract/language/operation.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { operations } from '#server/operations.ts'
import { mustBeWellDeclared } from './declared.ts'

const { list } = attendance

/** The list of attendance with changes to its declaration that the compiler would refuse. */
const declared = (changes: object) => ({ ...list, ...changes }) as Operation

test('everything that is served is well declared', () => expect(() => mustBeWellDeclared(operations)).not.toThrow())

describe('the product does not start with', () => {
  test.each([
    [
      'a permission that does not exist',
      declared({ access: { ...list.access, keys: ['ViewAttendance'] } }),
      `The operation ${list.path} is declared wrongly: there is no permission ViewAttendance (is ViewAttendanceList meant?).`,
    ],
    [
      'a key that widens and does not exist',
      declared({ access: { ...list.access, widenedBy: ['SeeAll'] } }),
      `The operation ${list.path} is declared wrongly: there is no permission SeeAll.`,
    ],
    [
      'a field that the input does not have',
      declared({ access: { ...list.access, from: { classRoom: 'classroomId' } } }),
      `The operation ${list.path} is declared wrongly: the field classroomId is not among those of its input.`,
    ],
    [
      'a path without its family',
      declared({ path: 'GetAttendance' }),
      'The operation GetAttendance is declared wrongly: the path is not of the form Family/Operation.',
    ],
  ])('%s', (_, operation, sentence) => expect(() => mustBeWellDeclared([operation])).toThrow(sentence))

  test('two operations of one path, in whatever case', () => {
    const path = list.path.toUpperCase()
    expect(() => mustBeWellDeclared([list, declared({ path })])).toThrow(`Two operations have the path ${path}.`)
  })

  test('a built-in role with a permission that does not exist', () => {
    const role = { ...builtInRoles.standard, keys: ['CreateSchol'] } as never
    expect(() => mustBeWellDeclared([], [role])).toThrow(
      'The built-in role Standard is declared wrongly: there is no permission CreateSchol.',
    )
  })
})
