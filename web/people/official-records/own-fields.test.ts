import { expect, test } from 'vitest'
import { flatRecord, ownFields, schemaWith, sentRecord } from './own-fields.ts'

const id = '0199a1b2-0000-7000-8000-00000000000a'
const own = [{ recordFieldId: id, fieldName: 'Bus', kind: 'choice', choices: 'North\n\n South ', value: 'North' }]

test('a field of the school stands in the form under its own name, with its choices', () => {
  expect(ownFields(own)).toEqual([
    {
      name: `own_${id}`,
      label: 'Bus',
      kind: 'choice',
      none: 'settings.recordField.none',
      items: [
        { value: 'North', label: 'North' },
        { value: 'South', label: 'South' },
      ],
    },
  ])
  expect(flatRecord({ id: 'a', version: 1, own } as never)).toMatchObject({ [`own_${id}`]: 'North' })
})

test('what was changed is sent by the id of its field, and nothing where nothing was', () => {
  expect(sentRecord({ id: 'a', birthPlace: 'x', [`own_${id}`]: '' })).toEqual({
    id: 'a',
    birthPlace: 'x',
    own: [{ recordFieldId: id, value: '' }],
  })
  expect(sentRecord({ id: 'a' })).toEqual({ id: 'a' })
})

test('the form takes the values of the fields of the school, and no others', () => {
  expect(schemaWith(own).safeParse({ id, [`own_${id}`]: 'South' }).success).toBe(true)
  expect(schemaWith([]).safeParse({ id, [`own_${id}`]: 'South' }).success).toBe(false)
})
