import type { InputOf } from '#contract/language/operation.ts'
import type { cover } from '#contract/teaching/cover/cover.ts'
import { conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import type { NewCover } from './cover.queries.ts'
import {
  canEndEarly,
  type DayFacts,
  diaryOf,
  type Hindrance,
  hindranceOf,
  movedIn,
  type planOfDay,
} from './plan.rules.ts'

type Wanted = InputOf<typeof cover.assign>['covers'][number]
type Plan = Pick<ReturnType<typeof planOfDay>, 'lessons'>

/** From the third in the order on, whoever chooses says why. */
const ranksWithoutReason = 2

/** What is stored of the lessons that somebody gives away. Refuses whom the rules of the school do not let take a lesson. */
export function coversToStore(facts: DayFacts, plan: Plan, wanted: readonly Wanted[]): NewCover[] {
  mustDiffer(
    wanted.map(({ lessonId }) => lessonId),
    'A lesson is listed twice',
    'covers',
  )
  const diary = diaryOf(facts)
  const nowMoved = wanted.filter(({ way }) => way === 'moved').map(({ lessonId }) => lessonId)
  const moved = new Set([...movedIn(facts), ...nowMoved])
  return wanted.map(({ lessonId, way, teacherId, reason }) => {
    const lesson = found(facts.lessons.find(({ id }) => id === lessonId))
    const proposed = plan.lessons.find((one) => one.lessonId === lessonId)
    if (!proposed) throw conflict('This lesson needs nobody any more')
    const stored = { lessonId, number: lesson.number, absentId: lesson.teacherIds[0]!, way, reason: reason ?? null }
    if (way === 'moved') {
      if (!canEndEarly(facts, lesson, moved)) throw conflict('A class ends early only by the last lessons of its day')
      return { ...stored, teacherId: null, rank: null }
    }
    if (!teacherId) {
      if (way === 'cover') throw invalid('Required', 'covers')
      return { ...stored, teacherId: null, rank: null }
    }
    const teacher = facts.teachers.find(({ id }) => id === teacherId)
    if (!teacher) throw notFound()
    if (way !== 'cover') return { ...stored, teacherId, rank: null }

    const hindrance = hindranceOf(facts, diary, teacher, lesson)
    if (hindrance && hindrance.kind !== 'declined') throw hindered(teacher.name, hindrance)
    const place = proposed.candidates.findIndex((one) => one.teacherId === teacherId)
    const rank = place < 0 ? proposed.candidates.length + 1 : place + 1
    if (teacherId !== proposed.teacherId && rank > ranksWithoutReason && !reason)
      throw invalid('Say why somebody else takes this lesson', 'covers')
    diary.take(teacherId, lesson)
    return { ...stored, teacherId, rank }
  })
}

function hindered(name: string, hindrance: Hindrance) {
  if (hindrance.kind === 'teaches') {
    const ofWhom = hindrance.lesson.classNames.join('، ')
    return conflict(`${name} teaches ${ofWhom} then`)
  }
  const sentences = {
    absent: `${name} is absent then`,
    exempt: `${name} is exempt from covers`,
    tooMany: `${name} has taken as many covers today as the school allows`,
    tooLong: `${name} would have more lessons in a row than the school allows`,
    declined: `${name} declined this lesson`,
  }
  return conflict(sentences[hindrance.kind])
}
