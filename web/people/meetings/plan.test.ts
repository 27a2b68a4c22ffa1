import { describe, expect, test } from 'vitest'
import { isFreeOf, minutesOf, planOf, type Taken, type Wish } from './plan.ts'

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Numbers that look random and are the same at every run. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** The best [meetings, end, start] of all ways to meet these, by trying every one. */
function bestOf(wishes: readonly Wish[], lasts: number, taken: readonly Taken[]) {
  let best = [0, 0, 0]
  const isBetter = (one: number[]) =>
    one[0]! > best[0]! || (one[0] === best[0] && (one[1]! < best[1]! || (one[1] === best[1] && one[2]! > best[2]!)))
  const tryFrom = (nth: number, begins: number[]) => {
    if (nth === wishes.length) {
      const found = begins.length === 0 ? [0, 0, 0] : [begins.length, Math.max(...begins), Math.min(...begins)]
      if (isBetter(found)) best = found
      return
    }
    tryFrom(nth + 1, begins)
    for (const time of wishes[nth]!.free) {
      const begin = minutesOf(time)
      if (isFreeOf([...taken, ...begins.map((from) => ({ from, to: from + lasts }))], begin, lasts))
        tryFrom(nth + 1, [...begins, begin])
    }
  }
  tryFrom(0, [])
  return best
}

describe('a plan of an evening', () => {
  test('meets each teacher at a free time, one after the other, and is over as early as it can be', () => {
    const wishes = [
      { key: 'arabic', free: ['17:00', '17:12', '17:24'] },
      { key: 'maths', free: ['17:00', '17:48'] },
      { key: 'science', free: ['17:24', '17:36'] },
    ]
    expect(Object.fromEntries(planOf(wishes, 12))).toEqual({ maths: '17:00', arabic: '17:12', science: '17:24' })
    const busy = [{ from: minutesOf('17:00'), to: minutesOf('17:12') }]
    expect(Object.fromEntries(planOf(wishes, 12, busy))).toEqual({ arabic: '17:24', science: '17:36', maths: '17:48' })
  })

  test('leaves out what does not fit, and keeps who is named first', () => {
    const wishes = ['first', 'second', 'third'].map((key) => ({ key, free: ['17:00', '17:12'] }))
    expect([...planOf(wishes, 12).keys()].toSorted()).toEqual(['first', 'second'])
    expect(planOf([{ key: 'one', free: [] }], 12).size).toBe(0)
    expect(planOf([], 12).size).toBe(0)
  })

  test('is as good as the best of all ways, in a thousand small evenings', () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const below = numbersFrom(seed)
      const lasts = 10 + below(4)
      // Now and then the times of a teacher are shifted, as after a break.
      const timesOf = () => {
        const shift = below(4) === 0 ? below(lasts) : 0
        return Array.from({ length: 7 }, (_, nth) => clock(1020 + nth * lasts + shift)).filter(() => below(2) === 0)
      }
      const wishes = Array.from({ length: 1 + below(4) }, (_, nth) => ({ key: String(nth), free: timesOf() }))
      const taken = below(3) === 0 ? [{ from: 1020 + below(60), to: 1020 + 60 + below(30) }] : []
      const plan = planOf(wishes, lasts, taken)
      const begins = [...plan.values()].map(minutesOf).toSorted((one, other) => one - other)
      for (const [nth, begin] of begins.entries()) {
        expect(isFreeOf(taken, begin, lasts)).toBe(true)
        if (nth > 0) expect(begin - begins[nth - 1]!).toBeGreaterThanOrEqual(lasts)
      }
      for (const [key, time] of plan) expect(wishes.find((one) => one.key === key)!.free).toContain(time)
      const found = plan.size === 0 ? [0, 0, 0] : [plan.size, begins.at(-1)!, begins[0]!]
      expect([seed, ...found]).toEqual([seed, ...bestOf(wishes, lasts, taken)])
    }
  })
})
