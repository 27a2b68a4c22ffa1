import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { isEmpty, loadDemo } from '#test/world.ts'

const database = await testDatabase()

test('the demo is refused where people are', async () => {
  expect(await isEmpty(database)).toBe(false)
  await expect(loadDemo(database)).rejects.toThrow('The demo is loaded only into a database without people')
})
