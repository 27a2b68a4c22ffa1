import { expect, test } from 'vitest'
import { matchPictures, type Pictured } from './match-pictures.ts'

const student = (id: string, name: string, ...numbers: string[]): Pictured => ({
  id,
  code: `ST000000000${id}`,
  name,
  imageUrl: null,
  numbers,
})
const students = [
  student('1', 'سليم حسن علي', '31609010174407', 'A-77'),
  student('2', 'تالا حسن علي'),
  student('3', 'هالة سعيد'),
  student('4', 'هالة سعيد'),
]
const matches = (...names: string[]) => {
  const { matched, unknown, several } = matchPictures(
    names.map((name) => ({ name, blob: new Blob() })),
    students,
  )
  return {
    matched: matched.map(({ picture, student: { id } }) => `${picture.name} ${id}`),
    unknown: unknown.map(({ name }) => name),
    several: several.map(({ name }) => name),
  }
}

test('pictures are found by code, by either number, and by a name that nobody shares', () => {
  expect(matches('31609010174407.jpg', 'st_2.PNG', 'IMG_0001.jpg')).toEqual({
    matched: ['31609010174407.jpg 1', 'st_2.PNG 2'],
    unknown: ['IMG_0001.jpg'],
    several: [],
  })
  expect(matches('a-77.webp').matched).toEqual(['a-77.webp 1'])
  expect(matches('تالا_حسن_علي.jpeg').matched).toEqual(['تالا_حسن_علي.jpeg 2'])
})

test('two pictures of one student, and a name that two have, are left to a person', () => {
  expect(matches('ST0000000001.jpg', '31609010174407.jpg', 'هالة سعيد.jpg')).toEqual({
    matched: [],
    unknown: [],
    several: ['هالة سعيد.jpg', 'ST0000000001.jpg', '31609010174407.jpg'],
  })
})
