import type { SchemePart, SchemeRules } from '#contract/results/results/scheme-rules.ts'
import type { Recorded } from '#server/results/results/compute-part.ts'

/**
 * An independent computation of a course's mark, written from the rules only. Every number is an integer multiple of a common unit, so
 * that nothing is rounded before the end. It is slow, and shares no code with the product.
 */
type Fraction = [bigint, bigint]

const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const over = (a: Fraction, [c, d]: Fraction): Fraction => times(a, [d, c])
const atLeast = ([a, b]: Fraction, [c, d]: Fraction) => a * d >= c * b
const cents = (amount: number): Fraction => [BigInt(Number((amount * 100).toFixed(0))), 100n]
const total = (all: Fraction[]) => all.reduce(add, [0n, 1n])

function share(part: SchemePart, full: Fraction, of: Recorded): Fraction | null {
  const typed = of.typed.get(part.id)
  if (typed?.state) return typed.state === 'absent' ? [0n, 1n] : null
  if (part.source === 'typed') {
    if (typed?.mark == null) return part.missing === 'zero' ? [0n, 1n] : null
    return over(cents(typed.mark), full)
  }
  if (part.source === 'attendance') {
    const { days, absent, late } = of.attendance
    if (days === 0) return null
    const lost =
      BigInt(absent) * BigInt(Math.round((part.perAbsence ?? 0) * 100)) +
      BigInt(late) * BigInt(Math.round((part.perLate ?? 0) * 100))
    const weight = BigInt(Math.round(part.weight * 100))
    return lost >= weight ? [0n, 1n] : [weight - lost, weight]
  }
  if (part.source === 'conduct') return of.conduct && over(cents(of.conduct.mark), cents(of.conduct.fullMark))
  let works = of.works.filter((work) => work.kind === part.source)
  if (part.month !== null) works = works.filter(({ month }) => month === part.month)
  if (part.word) works = works.filter(({ words }) => words.includes(part.word!))
  if (part.missing === 'leftOut') works = works.filter(({ result }) => result !== null)
  const marks = works.map(({ result, rate }) => ({ got: cents(result ?? 0), rate: cents(rate) }))
  // Takes the best one out, so many times.
  const chosen: typeof marks = []
  while (marks.length > 0 && (part.best === null || chosen.length < part.best)) {
    let best = 0
    for (let at = 1; at < marks.length; at++) {
      const [a, b] = [over(marks[at]!.got, marks[at]!.rate), over(marks[best]!.got, marks[best]!.rate)]
      const isEqual = atLeast(a, b) && atLeast(b, a)
      if (isEqual ? !atLeast(marks[best]!.rate, marks[at]!.rate) : atLeast(a, b)) best = at
    }
    chosen.push(...marks.splice(best, 1))
  }
  if (chosen.length === 0) return null
  return part.mean === 'points'
    ? over(total(chosen.map(({ got }) => got)), total(chosen.map(({ rate }) => rate)))
    : over(total(chosen.map(({ got, rate }) => over(got, rate))), [BigInt(chosen.length), 1n])
}

/** The total of a course in hundredths before states, grace and a second round; null: nothing counts. */
export function naiveTotal(rules: SchemeRules, fullMark: number, of: Recorded): bigint | null {
  const full = cents(fullMark)
  const shares = rules.parts.map((part) => {
    const weight = over(cents(part.weight), [100n, 1n])
    return { weight, share: share(part, times(weight, full), of) }
  })
  const counting = shares.filter((one) => one.share !== null)
  const weights = total(counting.map(({ weight }) => weight))
  if (weights[0] === 0n) return null
  const points = over(total(counting.map((one) => times(one.share!, times(one.weight, full)))), weights)
  const steps = { none: 100n, half: 2n, whole: 1n }[rules.rounding]
  // Half up: the greatest multiple that is not above the points and half a step.
  const [top, bottom] = points
  const nearest = (top * steps * 2n + bottom) / (bottom * 2n)
  const hundredths = (nearest * 100n) / steps
  const most = BigInt(Math.round(fullMark * 100))
  return hundredths > most ? most : hundredths
}
