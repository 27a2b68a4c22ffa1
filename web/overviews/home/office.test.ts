import { expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { keysOfQueue } from '#contract/overviews/waiting/queue.ts'
import { officeOf, officeTiles } from './office.ts'

const officeOfRole = (role: keyof typeof builtInRoles) => {
  const keys = new Set<string>(builtInRoles[role].keys)
  return officeOf((key) => keys.has(key))
}

test('each role of an office has its own tiles, and who leads a school or teaches has none', () => {
  expect(officeOfRole('schoolRegistrar')).toBe('registrar')
  expect(officeOfRole('schoolDeputy')).toBe('deputy')
  expect(officeOfRole('schoolAccountant')).toBe('accountant')
  for (const role of ['schoolManager', 'schoolTeacher', 'schoolSupervisor', 'schoolCounsellor'] as const)
    expect(officeOfRole(role), role).toBeNull()
})

test('a tile shows only what its office may see', () => {
  const roles = { registrar: 'schoolRegistrar', deputy: 'schoolDeputy', accountant: 'schoolAccountant' } as const
  for (const [office, tiles] of Object.entries(officeTiles)) {
    const held = new Set<string>(builtInRoles[roles[office as keyof typeof roles]].keys)
    for (const { key, kinds } of tiles) {
      const seen = kinds.some(
        (kind) => kind !== 'invitations' && kind !== 'marks' && keysOfQueue[kind].every((one) => held.has(one)),
      )
      expect(seen || kinds.length === 0, `${office}: ${key}`).toBe(true)
    }
  }
})
