import { plainDigits } from '#web/lib/text.ts'

export type Committee = { name: string; places: number }

const usualPlaces = 20

/** As many committees as a grade needs, each about as large as the others. */
export function usualCommittees(students: number, name: (nth: number) => string): Committee[] {
  const count = Math.max(1, Math.ceil(students / usualPlaces))
  return Array.from({ length: count }, (_, nth) => ({ name: name(nth + 1), places: Math.ceil(students / count) }))
}

export const linesOf = (committees: readonly Committee[]) =>
  committees.map(({ name, places }) => `${name}: ${places}`).join('\n')

/** A line without a number has no places, which the server refuses. */
export const committeesIn = (lines: string): Committee[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, name = line, places = '0'] = /^(.*?)\s*[:：]\s*(\d+)$/.exec(plainDigits(line)) ?? []
      return { name, places: Number(places) }
    })
