/** Ids made from a kind of row and a number. They are in the order of the numbers, like the ids of the product. */
export const kinds = { person: 1, school: 2, grade: 3, classRoom: 5, student: 6, year: 7, item: 15 } as const

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

export function idOf(kind: keyof typeof kinds, number: number) {
  const time = hex(firstMoment + number, 12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(kinds[kind], 3)}-8000-${hex(number, 12)}`
}

const firstMoment = 1_600_000_000_000

/** The same in SQL. */
export const idsInSql = `
  create or replace function public.bench_id(kind integer, n bigint) returns uuid language sql immutable
  return (lpad(to_hex(${firstMoment} + n), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8000' || lpad(to_hex(n), 12, '0'))::uuid`

export const classesOfSchool = 34
export const pupilsOfSchool = 1000

/** The number of a school, class or pupil; classes and pupils are counted from 1 within their school. */
export const numberOf = {
  classRoom: (school: number, at: number) => school * 100 + at,
  student: (school: number, at: number) => school * 10_000 + at,
}

/** Numbers that look random and are the same in every run. */
export function dice(seed: number) {
  let state = seed * 2_654_435_761
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 8) % below) + 1
  }
}
