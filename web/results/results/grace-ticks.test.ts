import { expect, test } from 'vitest'
import { isTicked, keyOfGrace, ticksFor } from './grace-ticks.ts'

const line = (studentId: string, more: object = {}) => ({
  studentId,
  studentName: studentId,
  courseId: 'arabic',
  courseName: 'arabic',
  total: 47,
  passMark: 50,
  points: 3,
  confirmed: false,
  exceeded: false,
  ...more,
})
const [omar, laila, sami] = ['omar', 'laila', 'sami'].map((id) => line(id))
const ticked = (...lines: ReturnType<typeof line>[]) => new Map(lines.map((one) => [keyOfGrace(one), !one.confirmed]))

test('ticks of grace marks outlive a change of other figures, and what somebody else confirmed stands ticked', () => {
  const others = [omar!, laila!, line('sami', { confirmed: true })]
  const ticks = ticksFor(ticked(omar!, laila!), others)
  expect(others.map((one) => isTicked(ticks, one))).toEqual([true, true, true])
  const untick = ticked(others[2]!)
  expect(others.map((one) => isTicked(ticksFor(untick, others), one))).toEqual([false, false, false])
})

test('a tick ends with its proposal, with a proposal of other points, and when it is confirmed', () => {
  const ticks = ticked(omar!, laila!, sami!)
  const after = [line('laila', { points: 4 }), line('sami', { confirmed: true })]
  expect(ticksFor(ticks, after)).toEqual(new Map())
  expect(after.map((one) => isTicked(ticksFor(ticks, after), one))).toEqual([false, true])
  // Taken back by somebody else later, it is not ticked again.
  expect(isTicked(ticksFor(ticksFor(ticks, after), [sami!]), sami!)).toBe(false)
})
