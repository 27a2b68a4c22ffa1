import type { ClassDay, Counted } from './home.queries.ts'

const daysInStrip = 6
const daysInTrend = 14

type ClassWeek = { register: Counted | null; week: (number | null)[] }

/** For people who may not see attendance. */
export const emptyWeek = { days: [] as string[], of: (): ClassWeek => ({ register: null, week: [] }) }

/** The last days on which the school took registers, including today, with each class on these days. */
export function weekOf(registers: ClassDay[], today: string) {
  const taken = [...new Set(registers.map(({ date }) => date))].filter((date) => date < today)
  const days = [...taken.slice(1 - daysInStrip), today]
  const byPlace = new Map(registers.map((counted) => [`${counted.classRoomId} ${counted.date}`, counted]))
  const of = (classRoomId: string): ClassWeek => {
    const onDay = (day: string) => byPlace.get(`${classRoomId} ${day}`)
    const now = onDay(today)
    return {
      register: now ? sumOf([now]) : null,
      week: days.map((day) => percentPresent(onDay(day))),
    }
  }
  return { days, of }
}

/** How many students were in each state today, and the percentage that was present on each of the last days. */
export function attendanceIn(registers: ClassDay[], today: string) {
  const on = (day: string) => sumOf(registers.filter(({ date }) => date === day))
  const days = [...new Set(registers.map(({ date }) => date))].slice(-daysInTrend)
  return { ...on(today), trend: days.map((date) => ({ date, percent: percentPresent(on(date))! })) }
}

const sumOf = (all: Counted[]): Counted =>
  all.reduce<Counted>(
    (sum, { present, late, absent, excused }) => ({
      present: sum.present + present,
      late: sum.late + late,
      absent: sum.absent + absent,
      excused: sum.excused + excused,
    }),
    { present: 0, late: 0, absent: 0, excused: 0 },
  )

/**
 * The percentage of students in the register who were present or late; null if there is no register. More than 99 becomes 99,
 * so that 100 percent always means the whole class.
 */
function percentPresent(counted: Counted | undefined) {
  if (!counted) return null
  const { present, late, absent, excused } = counted
  const all = present + late + absent + excused
  const percent = ((present + late) / all) * 100
  return percent > 99 && percent < 100 ? 99 : Math.round(percent)
}
