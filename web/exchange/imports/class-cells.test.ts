import { expect, test } from 'vitest'
import { cellsOfClass } from './class-cells.ts'

const [first, second, only] = [
  { id: '1', name: 'أ', gradeName: 'الصف الأول' },
  { id: '2', name: 'أ', gradeName: 'الصف الثاني' },
  { id: '3', name: 'الزنبق', gradeName: 'الصف الأول' },
] as const
const rooms = [first, second, only]
const column = (position: number, meaning: 'fullName' | 'className' | 'gradeName') => ({ position, meaning })

test('a class is written with its grade where the table has a column for it', () => {
  const columns = [column(0, 'gradeName'), column(1, 'fullName'), column(2, 'className')]
  expect(cellsOfClass(only, rooms, columns)).toEqual([
    { position: 2, text: 'الزنبق' },
    { position: 0, text: 'الصف الأول' },
  ])
})

test('without such a column the grade stands before a name that several classes have', () => {
  const columns = [column(0, 'fullName'), column(1, 'className')]
  expect(cellsOfClass(second, rooms, columns)).toEqual([{ position: 1, text: 'الصف الثاني أ' }])
  expect(cellsOfClass(only, rooms, columns)).toEqual([{ position: 1, text: 'الزنبق' }])
})
