import { expect, test } from 'vitest'
import { demo } from '#contract/platform/identity/demo.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { peopleOfDemo } from '#server/run/start/demo.ts'
import { demoSignIns } from '#test/world/world.ts'
import { testApp } from '#test/harness/app.ts'

test('a visitor may look around as five people while the demo is loaded, each by signing in', async () => {
  const { asVisitor: visitor } = await testApp({ demo: await peopleOfDemo(demoSignIns) })
  const { password, people } = await visitor(demo.people, {})
  expect(people.map(({ role }) => role)).toEqual(['head', 'teacher', 'parent', 'supervisor', 'platform'])
  for (const { phoneNumber } of people) {
    const { user } = await visitor(identity.login, { phoneNumber, password: password! })
    expect(user.phoneNumber).toBe(phoneNumber)
  }
})

test('without a demo there is nobody to look around as, and no password', async () => {
  const { asVisitor: visitor } = await testApp()
  expect(await visitor(demo.people, {})).toEqual({ password: null, people: [] })
})
