import { useWatch } from 'react-hook-form'
import { isCivilDay } from '#web/lib/days.ts'
import { useClosedTerm } from './closed-term.ts'
import { ClosedTerm } from './ClosedTerm.tsx'

/** The same in the form of class work, of the class and the day that are chosen. */
export function ClosedTermHint({ classRoomId: given }: { classRoomId: string | undefined }) {
  const [day, chosen] = useWatch({ name: ['date', 'classRoomId'] }) as [unknown, unknown]
  const classRoomId = given ?? chosen
  const isClosed = useClosedTerm(
    typeof classRoomId === 'string' ? classRoomId : undefined,
    typeof day === 'string' && isCivilDay(day) ? day : undefined,
  )
  return isClosed ? <ClosedTerm /> : null
}
