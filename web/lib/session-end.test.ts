import { expect, test } from 'vitest'
import { Refused } from '#contract/language/caller.ts'
import { acrossSessions, onSessionEnd, settleSession } from './session-end.ts'

const signedOut = () => Promise.reject(new Refused(401, 'Please sign in'))

/** A call whose first answers are refusals for want of a session. */
function refusedFirst(times = 1) {
  let sent = 0
  const request = () => (++sent <= times ? signedOut() : Promise.resolve('stored'))
  return { request, sent: () => sent }
}

test('a call that finds the session over is sent again once its person has signed in', async () => {
  let over = 0
  onSessionEnd(() => ++over > 0)
  const call = refusedFirst()
  const answer = acrossSessions(call.request)
  await Promise.resolve()
  expect([call.sent(), over]).toEqual([1, 1])
  settleSession(true)
  expect(await answer).toBe('stored')
  expect(call.sent()).toBe(2)
})

test('it is never sent for another person, nor when its answer comes only after they signed in', async () => {
  onSessionEnd(() => true)
  const waiting = refusedFirst()
  const answer = acrossSessions(waiting.request)
  let refuse = () => {}
  let sent = 0
  const slow = acrossSessions(() => {
    sent++
    return new Promise((_, fail) => (refuse = () => fail(new Refused(401, 'Please sign in'))))
  })
  await Promise.resolve()
  settleSession(false)
  refuse()
  await expect(answer).rejects.toThrow('Please sign in')
  await expect(slow).rejects.toThrow('Please sign in')
  expect([waiting.sent(), sent]).toEqual([1, 1])
})

test('an answer that comes when its person is back again is no second end of the session', async () => {
  let over = 0
  onSessionEnd(() => ++over > 0)
  let refuse = () => {}
  let sent = 0
  const call = acrossSessions(() =>
    ++sent > 1
      ? Promise.resolve('stored')
      : new Promise((_, fail) => (refuse = () => fail(new Refused(401, 'Please sign in')))),
  )
  settleSession(true)
  refuse()
  expect(await call).toBe('stored')
  expect(over).toBe(0)
})

test('it fails where no page waits, when its reader has gone, and for every other refusal', async () => {
  onSessionEnd(() => false)
  await expect(acrossSessions(signedOut)).rejects.toThrow('Please sign in')
  onSessionEnd(() => true)
  const gone = new AbortController()
  const read = acrossSessions(signedOut, gone.signal)
  setTimeout(() => gone.abort(), 0)
  await expect(read).rejects.toThrow('Please sign in')
  await expect(acrossSessions(() => Promise.reject(new Refused(403, 'Not permitted')))).rejects.toThrow('Not permitted')
})
