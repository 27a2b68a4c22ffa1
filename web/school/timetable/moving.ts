import { useEffect, useRef } from 'react'
import type { InputOf } from '#contract/language/operation.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { changeAnswer, staleAfter, writing } from '#web/lib/api.ts'
import { toastRefusal } from '#web/ui/toast.ts'
import type { WeekDraft } from './planning.ts'

type Moves = InputOf<typeof timetableDrafts.move>['moves']

/**
 * Moves lessons of a draft. They stand at their new places at once; the server is asked in the order of the moves, each with the version that
 * the one before it made, so that whoever moves fast is not refused as if somebody else had changed the draft.
 */
export function useMoves({ timetable: { id: timetableId, version } }: WeekDraft) {
  const known = useRef(version)
  const waiting = useRef(0)
  const last = useRef(Promise.resolve())
  useEffect(() => void (known.current = Math.max(known.current, version)), [version])
  const change = (to: (before: WeekDraft) => WeekDraft) => changeAnswer(timetableDrafts.get, { timetableId }, to)

  async function send(moves: Moves) {
    try {
      const saved = await writing(timetableDrafts.move, { timetableId, baseVersion: known.current, moves })
      known.current = saved.version
      change((before) => ({ ...before, timetable: { ...before.timetable, version: saved.version } }))
    } catch (problem) {
      toastRefusal(problem)
      await staleAfter(timetableDrafts.get)
    }
    waiting.current--
    if (waiting.current === 0) void staleAfter(timetableDrafts.get)
  }
  return (moves: Moves) => {
    waiting.current++
    change((before) => ({
      ...before,
      lessons: before.lessons.map((lesson) => ({ ...lesson, ...placeIn(moves, lesson) })),
    }))
    last.current = last.current.then(() => send(moves))
  }
}

function placeIn(moves: Moves, { id }: { id: string }) {
  const move = moves.find(({ lessonId }) => lessonId === id)
  return move && { weekday: move.weekday, number: Number(move.number) }
}
