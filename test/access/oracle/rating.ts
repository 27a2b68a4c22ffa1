import * as work from './class-work.ts'
import { type Asked, badIds, type Expected, type Line, one, refused } from './expected.ts'
import { type Kind, onTheWire, resultOf } from './results.ts'

type Fields = Record<string, unknown>

export const rate =
  (kind: Kind): Line =>
  (asked) => {
    const { who, body } = asked
    if (!who) return refused.signedOut
    const bad = badIds(body, `${kind.id}!`, 'studentId!')
    if (bad) return bad
    const held = work.changeable(asked, kind, kind.rates, body[kind.id])
    return 'status' in held ? held : rated(asked, kind, held, body).expected
  }

export const rateSeveral =
  (kind: Kind): Line =>
  (asked) => {
    const { who, body } = asked
    if (!who) return refused.signedOut
    const items = body.items as Record<string, unknown>[]
    const bad = badIds(body, `${kind.id}!`) ?? items.map((item) => badIds(item, 'studentId!')).find(Boolean)
    if (bad) return bad
    const held = work.changeable(asked, kind, kind.rates, body[kind.id])
    if ('status' in held) return held
    const all = items.map((item) => rated(asked, kind, held, item))
    const refusal = all.find(({ row }) => !row)
    return refusal?.expected ?? { status: 200, body: null, holds: all.map(({ row }) => row!) }
  }

/** What comes of one rating, which is another than what is there. */
function rated(asked: Asked, kind: Kind, held: work.Work, sent: Record<string, unknown>) {
  const found = resultOf(asked.graph, kind, held.id, sent.studentId)
  if (!found) return { expected: refused.notFound }
  const final = kind.isFinal?.(asked, held)
  if (final) return { expected: final }
  const result = {
    ...found.result,
    result: sent[kind.mark] as number,
    tookPart: true,
    version: found.result.version + 1,
  }
  // Without a day, what is handed in was so today.
  const { deliveredDate: _, ...row } = onTheWire(asked.graph, kind, { row: held, result }) as Fields
  return { row, expected: { status: 200, body: null, holds: row } as Expected }
}

export const addForOne =
  (kind: Kind): Line =>
  (asked) => {
    const { graph, who, rights, body } = asked
    if (!who) return refused.signedOut
    const { classRoomId, courseId, studentId } = body as Record<string, string>
    const ids = ['classRoomId!', 'courseId!', ...(kind.month ? ['monthId!'] : []), 'studentId!']
    const refusal = badIds(body, ...ids) ?? work.settable(asked, kind.add, classRoomId)
    if (refusal) return refusal
    const classRoom = one(graph.class_rooms, classRoomId!)
    const result = body[kind.mark] as number | undefined
    if (result !== undefined && !kind.rates.some((key) => rights.may(key, classRoom.school_id)))
      return refused.forbidden
    const month = kind.month?.(asked, body.monthId, classRoom.school_id) ?? null
    if (!work.hasCourse(asked, courseId, classRoom.school_id) || month === refused.notFound) return refused.notFound
    const unfitting = work.unfit(asked, classRoom.id, courseId, [studentId!])
    if (unfitting) return unfitting
    if (month) return month
    if (!classRoom.active) return work.inactive
    const made = {
      workId: '',
      student_id: studentId!,
      result: result ?? null,
      tookPart: result === undefined ? null : true,
      version: 1,
      removed_at: null,
    }
    const row = work.newWork(asked, kind, classRoom)
    const { [kind.id]: _, deliveredDate: __, ...holds } = onTheWire(graph, kind, { row, result: made }) as Fields
    return { status: 200, body: null, holds }
  }
