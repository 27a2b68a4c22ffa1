import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Id, Int, List } from '#contract/language/fields.ts'
import { resolverOf, undrawnErrors } from './resolver.ts'

const schema = z.strictObject({ classRoomId: Id, steps: List(z.strictObject({ at: Int(1, 9) }), 1, 2) })
const drawn = { ref: { name: '' }, name: '', mount: true }
const resolve = async (values: object, fields: object) =>
  (await resolverOf(schema)(values as never, undefined, { fields: fields as never, shouldUseNativeValidation: false }))
    .errors

test('what is refused of a field that is not drawn is known, and drawn fields say it themselves', async () => {
  const values = { classRoomId: '', steps: [{ at: '1' }] }
  expect(undrawnErrors(await resolve(values, { classRoomId: drawn }))).toEqual([])
  expect(undrawnErrors(await resolve(values, {}))).toEqual([['classRoomId', 'Required']])
  expect(undrawnErrors(await resolve(values, { classRoomId: { ...drawn, mount: false } }))).toHaveLength(1)
})

test('a field within a list says what is wrong with it', async () => {
  const values = { classRoomId: '01900000-0000-7000-8000-000000000001', steps: [{ at: '1' }, { at: '10' }] }
  const errors = await resolve(values, { steps: [{ at: drawn }, { at: drawn }] })
  expect(errors).toMatchObject({ steps: [undefined, { at: { message: 'Number must be less than or equal to 9' } }] })
  expect(undrawnErrors(errors)).toEqual([])
})

test('what is refused of the whole is no field, and is not lost', async () => {
  const values = { classRoomId: '01900000-0000-7000-8000-000000000001', steps: [{ at: '1' }], more: 1 }
  expect(undrawnErrors(await resolve(values, { classRoomId: drawn }))).toEqual([['form', expect.any(String)]])
})
