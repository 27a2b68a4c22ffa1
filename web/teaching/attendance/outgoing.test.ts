import { expect, test } from 'vitest'
import { confirmedBy, type Outgoing } from './outgoing.ts'

const registerOf = (id: string, personId: string): Outgoing => ({
  id,
  personId,
  register: { classRoomId: `class of ${personId}`, date: '2026-11-22', students: [], clientOperationId: id },
  problem: null,
})

test('a person sees only their own registers among those kept on a device', () => {
  const all = [registerOf('1', 'mona'), registerOf('2', 'omar'), registerOf('3', 'mona')]
  expect(confirmedBy('omar', all).map(({ id }) => id)).toEqual(['2'])
  expect(confirmedBy('mona', all).map(({ id }) => id)).toEqual(['1', '3'])
  expect(confirmedBy('sara', all)).toEqual([])
})
