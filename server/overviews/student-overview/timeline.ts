import type { OutputOf } from '#contract/language/operation.ts'
import type { studentOverview } from '#contract/overviews/student-overview/student-overview.ts'
import type { sideBySide } from '#server/db/speculation/ways.ts'
import type { Span, statementsOf } from './parts.ts'

export type PartsOfOverview = Awaited<ReturnType<typeof sideBySide<ReturnType<typeof statementsOf>, unknown>>>

type Happened = NonNullable<OutputOf<typeof studentOverview.get>['timeline']>[number]

const happenedAtMost = 15
const lettersAtMost = 60

/** A long text, shortened, with a sign that it continues. */
export const shortened = (words: string) =>
  words.length > lettersAtMost ? `${words.slice(0, lettersAtMost - 1).trimEnd()}…` : words

/** What happened in the last weeks, the latest day first. */
export const lastWeeks = (parts: PartsOfOverview, { from, today }: Span) =>
  [...ofSchool(parts), ...ofWork(parts), ...ofFamily(parts)]
    .filter(({ day }) => day >= from && day <= today)
    .toSorted((one, other) => other.day.localeCompare(one.day))
    .slice(0, happenedAtMost)

type Some = Pick<Happened, 'kind' | 'id' | 'day'> & Partial<Happened>

/** Something that happened on a day, from the fields that it has. */
const happened = ({ details, ...some }: Some): Happened => ({
  name: null,
  byName: null,
  state: null,
  result: null,
  rate: null,
  details: details ? shortened(details) : null,
  ...some,
})

const ofSchool = ({ attendance, conduct, notes, papers }: PartsOfOverview): Happened[] => [
  ...attendance
    .filter(({ state }) => state !== 'present')
    .map(({ day, state }) => happened({ kind: 'attendance', id: day, day, state })),
  ...conduct
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .map(({ id, day, kindName: name, isMerit, details, recordedByName: byName }) =>
      happened({ kind: 'conduct', id, day, name, details, byName, state: isMerit ? 'merit' : 'breach' }),
    ),
  ...notes.map(({ id, date: day, courseName: name, notes: details, supervisorName: byName }) =>
    happened({ kind: 'note', id, day, name, details, byName }),
  ),
  ...papers.map(({ id, day, kind: name, byName }) => happened({ kind: 'paper', id, day, name, byName })),
]

const ofWork = ({ exams, homework, activities }: PartsOfOverview): Happened[] =>
  Object.entries({ exam: exams, homework, activity: activities }).flatMap(([kind, rows]) =>
    rows
      .filter(({ result, tookPart }) => result !== null || tookPart === false)
      .map(({ workId: id, date: day, courseName: name, result, rate, tookPart }) =>
        happened({
          kind: kind as 'exam' | 'homework' | 'activity',
          id,
          day,
          name,
          result,
          rate,
          state: tookPart === false ? 'missed' : null,
        }),
      ),
  )

const ofFamily = ({ calls, excuses, messages }: PartsOfOverview): Happened[] => [
  ...calls.map(({ id, day, outcome: state, details, byName }) =>
    happened({ kind: 'call', id, day, state, details, byName }),
  ),
  ...excuses.map(({ id, fromDay: day, excuseKind: name, text: details, accepted, askedByName: byName }) =>
    happened({ kind: 'excuse', id, day, name, details, byName, state: decisionOn(accepted) }),
  ),
  ...messages.map(({ id, day, title: name, byName }) => happened({ kind: 'message', id, day, name, byName })),
]

function decisionOn(accepted: boolean | null) {
  if (accepted === null) return 'waiting'
  return accepted ? 'accepted' : 'refused'
}
