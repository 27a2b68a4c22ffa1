import { expect, test } from 'vitest'
import { guardianCells } from './guardian-cells.ts'

test('the mother comes in though more than three other guardians are listed before her', () => {
  const guardian = (name: string, relation: string) => ({ name, phone: '', relation, job: '', may: '' })
  const others = ['سعاد', 'نبيل', 'هدى', 'كمال'].map((name) => guardian(name, 'guardian'))
  const cells = guardianCells([...others, guardian('منى', 'mother')] as Parameters<typeof guardianCells>[0])
  expect(cells).toMatchObject({ guardianName3: 'هدى', motherName: 'منى' })
  expect(Object.values(cells)).not.toContain('كمال')
})
