import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { classMoves } from '#contract/class-moves.ts'
import { useMay } from '#web/lib/api.ts'
import type { SchoolHeld } from '#web/lib/slices.ts'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { late } from '#web/settings/late.tsx'
import { StudentSetting } from './StudentSetting.tsx'

const waiting: ReactNode = (
  <Screen title="">
    <Loading />
  </Screen>
)

const StudentScreen = late(async () => (await import('./StudentScreen.tsx')).StudentScreen, waiting)
const MoveClass = late(async () => (await import('#web/class-moves/MoveClass.tsx')).MoveClass, waiting)

/** The students of a school: the list, one of them, or a whole class on its way to the next. The address says which. */
export function StudentsScreen({ school }: { school: SchoolHeld }) {
  const [query, setQuery] = useSearchParams()
  // Names and codes are typed here: they stay out of the address, and survive the way to a student and back.
  const [search, setSearch] = useState('')
  const mayMove = useMay(classMoves.move)

  const back = () => {
    const next = new URLSearchParams(query)
    for (const name of ['student', 'move']) next.delete(name)
    setQuery(next)
  }
  const studentId = query.get('student')
  if (studentId) return <StudentScreen key={studentId} school={school} studentId={studentId} onClose={back} />
  if (mayMove && query.has('move'))
    return <MoveClass school={school} classRoomId={query.get('classRoomId')} onClose={back} />
  return <StudentSetting school={school} search={search} onSearch={setSearch} />
}
